/** One command line. Its paths are below the folder that {@link prepare} fills; its report goes to `report`. */
export interface Command {
  readonly args: readonly string[];
  /** The files that it reads: one of them is altered. Without any it is `.env`. */
  readonly reads?: readonly string[];
  /** It sends to the target that the settings name: where one of them cannot be used, it is refused. */
  readonly takesTarget?: boolean;
  /** How long it may take, in seconds; 180 without. */
  readonly longest?: number;
  /** Nothing makes it a good one. */
  readonly isRefused?: boolean;
  /** It runs until it is told to stop. */
  readonly endless?: boolean;
  /** The length of the minute window, in seconds; 2 without. Load runs take no shorter one than this. */
  readonly windowSeconds?: number;
  /** Instead of words, lines of bash, where `$PETVET` is the program. */
  readonly script?: string;
}

const REPORT = ['--report', 'report'] as const;

/** Ends within seconds, whatever the service does. */
const SHORT = ['--max-requests', '12', '--max-time', '6s', '--seed', '1', ...REPORT] as const;

const MADE = ['made/evidence.jsonl', 'made/conformance.json'] as const;
const PARTS = ['part1/evidence.jsonl', 'part1/load.json', 'part1/load-plan.json'] as const;
const CERTIFICATE = 'certified/certificate.intoto.jsonl';

/** A k6 that says nothing is given up after its time, three windows and a minute and a half, and it waits a minute for each response, in seconds. */
const LONGEST_LOAD = 300;

/** A command that needs nothing but its words. */
const plain = (line: string, more: Omit<Command, 'args'> = {}): Command => ({ args: line.split(' '), ...more });

const load = (line: string, more: Omit<Command, 'args'> = {}): Command =>
  plain(`load ${line}`, { windowSeconds: 5, takesTarget: true, longest: LONGEST_LOAD, ...more });

/** Words that none of these take, with controls in them. */
const CONTROLLED = [
  ...[
    'baseline',
    'certify',
    'check',
    'client',
    'completion',
    'diff',
    'dispute',
    'doctor',
    'init',
    'judge',
    'load',
    'plan',
    'replay',
    'report',
    'rules',
    'selftest',
    'serve',
    'verify',
  ].map((command) => `${command} --{controls}`),
  '{controls}',
  'baseline {controls}',
  'check --rule {controls}',
  'check --target {controls}',
  'check --base-url {controls}',
  'completion {controls}',
  'diff {controls} .',
  'dispute {controls} LIST-2',
  'judge {controls}',
  'load {controls}',
  'replay {controls} LIST-2',
  'report {controls} --format json',
  'rules {controls}',
  'selftest --only {controls}',
  'serve --plan {controls}',
  'verify {controls} --any-signer',
];

/** Command lines that are refused, whatever surrounds them; `""` is an empty word, `{controls}` one of control characters. */
const REFUSED = [
  ...CONTROLLED,
  'check --report ""',
  'check --seed 1e999',
  'check --max-requests -1',
  'check --keep 0',
  'check --as-of 275760-09-13',
  'check --day-share 1e9',
  'check --rule ""',
  'judge ""',
  'rules NO-1',
  'report . --format ""',
  'report . --format junit --out ""',
  'serve --port 99999',
  'serve --port -1',
  'serve --pets 999999999',
  'serve --window 0',
  'serve --window 1e99',
  'serve --day -1',
  'serve --key b\tc',
  'selftest --seeds 0',
  'selftest --parallel 0',
  'selftest --only nothing-of-that-name',
  'selftest --checker ""',
  'selftest --checker {uri}',
  'replay . LIST-2',
  'diff . .',
  'load merge .',
];

/** What is run. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  check: { args: ['check', '--no-burn', ...SHORT], takesTarget: true },
  'check with burn': { args: ['check', '--burn', ...SHORT], takesTarget: true },
  'check that waits for a start': plain('check --smoke --wait-until-up 4s --max-time 8s --report report', {
    takesTarget: true,
  }),
  'check as JSON': plain('check --smoke --format json --max-time 6s --report report', { takesTarget: true }),
  'check against a baseline': {
    args: ['check', '--no-burn', '--baseline', 'baseline.yaml', ...SHORT],
    reads: ['baseline.yaml'],
    takesTarget: true,
  },
  'check of what failed': {
    args: ['check', '--failed-from', 'made', '--report', 'report'],
    reads: MADE,
    takesTarget: true,
  },
  'check --watch': { args: ['check', '--watch', '--smoke'], endless: true },
  'check --dry-run': plain('check --dry-run'),
  plan: plain('plan --max-requests 20'),
  doctor: plain('doctor'),
  judge: plain('judge made --report report', { reads: MADE }),
  'judge a HAR': plain('judge made/evidence.har --report report', { reads: ['made/evidence.har'] }),
  ...Object.fromEntries(
    ['json', 'junit', 'sarif', 'har', 'markdown', 'html', 'openmetrics', 'badge'].map((format) => [
      `report --format ${format}`,
      plain(`report made --format ${format}`, { reads: MADE }),
    ]),
  ),
  replay: plain('replay made LIST-2', { reads: MADE, takesTarget: true }),
  'diff of checks': plain('diff made certified', { reads: MADE }),
  'diff of load runs': plain('diff part1 part2', { reads: PARTS }),
  'diff --history': plain('diff --history .', { reads: PARTS }),
  'diff of targets': plain('diff before after --max-requests 12 --max-time 6s --report report'),
  'baseline write': plain('baseline write made --reason a --owner b --file written.yaml', { reads: MADE }),
  'baseline prune': plain('baseline prune made --file baseline.yaml', { reads: ['baseline.yaml', ...MADE] }),
  dispute: plain('dispute made LIST-2', { reads: MADE }),
  'certify --key': {
    args: ['certify', '--key', 'signing.pem', '--max-requests', '12', ...REPORT],
    reads: ['signing.pem'],
    takesTarget: true,
  },
  'certify --from': plain('certify --from fresh --key signing.pem', { reads: ['fresh/evidence.jsonl', 'signing.pem'] }),
  verify: plain(`verify ${CERTIFICATE} --public-key signing.pem.pub`, {
    reads: [CERTIFICATE, 'certified/evidence.jsonl', 'signing.pem.pub'],
  }),
  'verify --live': { args: ['verify', CERTIFICATE, '--any-signer', '--live', '{url}'] },
  'verify without a key': plain('verify keyless/certificate.intoto.jsonl --trusted-root trusted_root.json {signer}', {
    reads: ['keyless/certificate.intoto.jsonl', 'keyless/evidence.jsonl', 'trusted_root.json'],
  }),
  'verify --all': plain('verify --all register --trusted-root trusted_root.json --out table.md', {
    reads: [
      'register/pets-openapi/1.0.0/certificate.intoto.jsonl',
      'register/pets-openapi/1.0.0/product.yaml',
      'trusted_root.json',
    ],
  }),
  'load overshoot': load('overshoot --windows 1 --yes --report report'),
  'load ceiling': load('ceiling --windows 1 --yes --report report'),
  'load isolation': load('isolation --windows 1 --yes --report report'),
  'load with objectives': load('ceiling --windows 1 --yes --report report --objectives objectives.yaml', {
    reads: ['objectives.yaml'],
  }),
  'load merge': plain('load merge part1 part2 --report report', { reads: PARTS }),
  'load tiers': load('tiers --keys keys.yaml --dry-run', { reads: ['keys.yaml'], takesTarget: false }),
  'load --distributed': load('ceiling --distributed 2 --out out', { takesTarget: false }),
  'init --key-file': plain('init --target staging --base-url {url} --key-file key.txt --force', { reads: ['key.txt'] }),
  'init --key-stdin': plain('init --target staging --base-url {url} --key-stdin --force'),
  'serve --keys': plain('serve --port 0 --keys keys.yaml', { reads: ['keys.yaml'], endless: true }),
  ...Object.fromEntries(['bash', 'zsh', 'fish'].map((shell) => [`completion ${shell}`, plain(`completion ${shell}`)])),
  'completion of the name of a target': {
    args: [],
    script: `eval "$($PETVET completion bash)"; COMP_WORDS=(petvet check --target ''); COMP_CWORD=3; declare -F _petvet >&2 || exit 2; _petvet`,
  },
  'client with a grandchild': { args: ['client', '--report', 'report', '--', 'sh', '-c', 'sleep 1000 & exit 0'] },
  'selftest --checker': {
    args: ['selftest', '--only', 'html-404', '--timeout', '1', '--checker', 'sh -c "sleep 1000 & exit 1"'],
  },
  'rules --format openapi': plain('rules --format openapi'),
  ...Object.fromEntries(
    REFUSED.map((line) => [
      line,
      { args: line.split(' ').map((word) => (word === '""' ? '' : word)), isRefused: true },
    ]),
  ),
};
