import { HOSTILE_KEY } from '../end-to-end/hostile/raw-service.fixture.ts';

/** Variables of the environment; undefined takes one away. */
export interface Setting {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the process has from its start: it takes a process of its own. */
  readonly ofProcess?: boolean;
  /** Made before, in the folder of the run, with its content. */
  readonly file?: readonly [name: string, content: string];
  /** What it starts has no end: the run is told to stop. */
  readonly endless?: boolean;
  /** Added to the words of a command that takes a target. */
  readonly flags?: readonly string[];
  /** No command that takes a target can use it, so each refuses it before it sends anything. */
  readonly isRefused?: boolean;
}

const LONG = HOSTILE_KEY.repeat(1_300);

const set = (name: string, value: string | undefined): Setting => ({ env: { [name]: value } });
const refused = (name: string, value: string | undefined): Setting => ({ ...set(name, value), isRefused: true });
const ofProcess = (name: string, value: string): Setting => ({ ...set(name, value), ofProcess: true });
const program = (lines: string): readonly [string, string] => ['program', `#!/bin/sh\n${lines}\n`];

/** A program that answers as k6 does where it is asked for its version, and else does this. */
const k6 = (lines: string): Setting => ({
  ...set('PETVET_K6', './program'),
  file: program(`case "$1" in version) echo 'k6 v1.8.1 (go1.26.8, linux/amd64)'; exit;; esac\n${lines}`),
});

/** A process whose clock is wrong by some milliseconds from its start, and set by some more each second: by whoever keeps the machine's time. */
function clock(wrong: number, each: number): Setting {
  const change = `{
    const { now } = Date;
    let by = ${wrong};
    setInterval(() => { by += ${each}; }, 1000).unref();
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length === 0 ? [now() + by] : given)); }
      static now() { return now() + by; }
    };
  }`;
  return ofProcess('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(change)}`);
}

const HOUR = 3_600_000;

/** Odd settings, by kind. */
export const KINDS_OF_SETTINGS: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  keys: {
    'no setting': { env: { PETVET_BASE_URL: undefined, PETVET_API_KEY: undefined, PETVET_SECOND_API_KEY: undefined } },
    'no key': refused('PETVET_API_KEY', undefined),
    'an empty key': refused('PETVET_API_KEY', ''),
    'a key of 30,000 characters': refused('PETVET_API_KEY', LONG),
    'a second key of 30,000 characters': refused('PETVET_SECOND_API_KEY', LONG),
    'a key of 5,000 characters': refused('PETVET_API_KEY', 'k'.repeat(5_000)),
    'a key file of 30,000 characters': {
      env: { PETVET_API_KEY: undefined, PETVET_API_KEY_FILE: 'k' },
      file: ['k', LONG],
      isRefused: true,
    },
    'a key file without end': {
      env: { PETVET_API_KEY: undefined, PETVET_API_KEY_FILE: '/dev/zero' },
      isRefused: true,
    },
    'a key that is a word': set('PETVET_API_KEY', 'available'),
    'a key of one character': set('PETVET_API_KEY', 'e'),
    'a key with controls': refused('PETVET_API_KEY', `${HOSTILE_KEY}\u001b[2J`),
    'a key with braces': set('PETVET_API_KEY', `{primary}${HOSTILE_KEY}{second}$&`),
    'one key for both': set('PETVET_SECOND_API_KEY', HOSTILE_KEY),
  },
  headers: {
    'headers of 30,000 characters': refused('PETVET_HEADERS', `X-Tenant: ${LONG}`),
    'headers with a line of their own': refused('PETVET_HEADERS', '{"X-A": "b\\r\\nAuthorization: Bearer x"}'),
    'a header with the key': set('PETVET_HEADERS', `X-Tenant: ${HOSTILE_KEY}`),
  },
  addresses: {
    'an address of 300,000 characters': refused('PETVET_BASE_URL', `https://${'a'.repeat(60_000)}.example/v1`),
    'an address with controls': refused('PETVET_BASE_URL', 'https://pets\u001b[2J\u202e.example/v1'),
    'an address with the key': refused('PETVET_BASE_URL', `https://user:${HOSTILE_KEY}@127.0.0.1:9/v1`),
    'an address without /v1': refused('PETVET_BASE_URL', 'http://127.0.0.1:9'),
    'an address that nobody has': set('PETVET_BASE_URL', 'http://127.0.0.1:9/v1'),
    'a proxy that is dead': set('PETVET_PROXY', 'http://127.0.0.1:9'),
    'a proxy with the key': set('PETVET_PROXY', `http://user:${HOSTILE_KEY}@127.0.0.1:9`),
  },
  targets: {
    'a target of controls': set('PETVET_TARGET', '\u001b]0;x\u0007\u202e##vso[task.complete]'),
    'a target that is a command': {
      env: { PETVET_TARGET: '$(touch touched)', 'PETVET_$(TOUCH TOUCHED)_BASE_URL': 'http://127.0.0.1:9/v1' },
      file: [
        '.env',
        'PETVET_$(touch touched)_BASE_URL=a\nPETVET_`touch touched`_BASE_URL=a\nPETVET_A\u001b[2J_BASE_URL=a\n',
      ],
    },
    'a setting that is none': set('PETVET_APY_KEY', HOSTILE_KEY),
    'a window of 1e99 s': refused('PETVET_WINDOW_SECONDS', '1e99'),
    'a category of 400 digits': refused('PETVET_CATEGORY_ID', '9'.repeat(400)),
    'certificates without end': refused('PETVET_CA_FILE', '/dev/zero'),
    'known pets without end': refused('PETVET_KNOWN_PETS', '/dev/zero'),
  },
  commands: {
    'a reset command without end': { ...set('PETVET_RESET_COMMAND', 'sleep 1000'), endless: true },
    'a reset command whose grandchild stays': set('PETVET_RESET_COMMAND', 'sleep 2 & exit 0'),
    'a reset command that prints the key': set(
      'PETVET_RESET_COMMAND',
      'echo $PETVET_API_KEY; echo $PETVET_API_KEY >&2; exit 3',
    ),
    'a reset command without end of output': { ...set('PETVET_RESET_COMMAND', 'yes'), endless: true },
  },
  jobs: {
    'a job of GitHub': {
      env: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'job.md' },
      file: ['job.md', ''],
    },
    'a job whose summary is full': { env: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/dev/full' } },
  },
  clocks: {
    'a date that is far ahead': { env: {}, flags: ['--as-of', '9999-12-31'] },
    'a clock that is set an hour ahead, again and again': clock(0, HOUR),
    'a clock that is set an hour back, again and again': clock(0, -HOUR),
    'a clock that is a year ahead': clock(365 * 24 * HOUR, 0),
    'a clock that was never set': clock(-Date.now(), 0),
  },
  process: {
    'a temporary folder in /proc': ofProcess('TMPDIR', '/proc'),
    'a cache in /proc': ofProcess('XDG_CACHE_HOME', '/proc/x'),
    'a home that is not there': ofProcess('HOME', '/nowhere'),
    'little memory': ofProcess('NODE_OPTIONS', '--max-old-space-size=40'),
    'debugging of Node': ofProcess('NODE_DEBUG', 'http,net,tls'),
    'no check of certificates': ofProcess('NODE_TLS_REJECT_UNAUTHORIZED', '0'),
  },
};

/** The same of load runs. A k6 without an end is given up after three minutes. */
export const KINDS_OF_K6: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  ended: {
    'a k6 that is none': set('PETVET_K6', '/dev/null'),
    'a k6 that prints the key': k6('echo "$@"; env; exit 1'),
    'a k6 whose grandchild stays': k6('sleep 1000 & exit 0'),
  },
  endless: {
    'a k6 deaf to signals': k6("trap '' INT TERM HUP; sleep 1000"),
    'a k6 without end of output': k6('while :; do yes | head -c 100000; sleep 1; done'),
  },
};

/** Settings, by name. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  usual: { env: {} },
  ...Object.fromEntries(
    [KINDS_OF_SETTINGS, KINDS_OF_K6].flatMap((kinds) => Object.values(kinds)).flatMap((kind) => Object.entries(kind)),
  ),
};
