import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mend, unknown, well, type DoctorLine } from './line.ts';
import { readVisits } from './read-visits.ts';
import { visitService } from '../../run/visit.ts';
import { UsageError } from '../../errors.ts';
import { cacheFolder } from '../../files/cache-folder.ts';
import { findK6 } from '../../load/k6-program.ts';
import { beside, type Look } from '../../text/look.ts';
import { printable } from '../../text/printable.ts';
import { counted } from '../../text/counted.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import { chooseTarget } from '../../targets/choice.ts';
import { readEnvironment, type Environment } from '../../targets/environment.ts';
import { resolveTarget } from '../../targets/resolve.ts';
import type { Target } from '../../targets/target.ts';
import { systemClock } from '../../wire/clock.ts';
import { isSilent, type VisitorSetup } from '../../wire/visitor.ts';
import { EXIT } from '../../gate/exit.ts';
import { asStarted } from '../shared/petvet-in.ts';
import { createRedaction } from '../shared/redacted.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet doctor` is told. */
export interface DoctorFlags {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly allowPlainHttp?: boolean;
  readonly format?: 'json';
}

/** What the doctor found, and what it took. */
interface Examination {
  readonly lines: readonly DoctorLine[];
  readonly requests: number;
  readonly target?: Target;
  /** No run could begin with these settings. */
  readonly isMisconfigured: boolean;
}

/**
 * Looks at what a run needs, and says what must be mended.
 *
 * @param over - another clock and other bounds, for tests
 * @returns the exit status: that of a run which the settings do not allow, else whether something is to be fixed
 */
export async function runDoctor(
  flags: DoctorFlags,
  terminal: Terminal,
  over: Partial<Pick<VisitorSetup, 'clock' | 'bounds'>> = {},
): Promise<number> {
  const examination = await examine(flags, terminal, over);
  const redact = createRedaction(terminal.cwd, terminal.environment);
  // What a service sends may hold anything.
  const lines = examination.lines.map((line) => ({ ...line, says: printable(redact(line.says)) }));
  const toMend = lines.filter(({ state }) => state === 'mend').length;
  const { target, requests, isMisconfigured } = examination;
  const exitStatus = isMisconfigured ? EXIT.cannotJudge : toMend === 0 ? EXIT.conforms : EXIT.violates;
  if (flags.format === 'json')
    terminal.out(
      JSON.stringify({
        schema: 'petvet/doctor/1',
        petvet: PETVET_VERSION,
        exitStatus,
        ...(target !== undefined && { target: { name: target.name, baseUrl: target.baseUrl } }),
        requests,
        lines,
      }),
    );
  else {
    for (const line of lines) terminal.out(asStarted(shown(line, terminal).join('\n'), terminal.petvet));
    const sent = requests === 0 ? 'Nothing was sent' : `${counted(requests, 'request')} sent`;
    terminal.out(`\n${toMend === 0 ? 'Nothing to fix' : `${counted(toMend, 'thing')} to fix`}. ${sent}.`);
  }
  return exitStatus;
}

async function examine(
  flags: DoctorFlags,
  terminal: Terminal,
  over: Partial<Pick<VisitorSetup, 'clock' | 'bounds'>>,
): Promise<Examination> {
  const { environment, interrupt } = terminal;
  const surroundings = [
    well('node', `Node ${process.versions.node}, petvet ${PETVET_VERSION}`),
    await lookForK6(environment),
  ];
  const { lines: settings, found } = readSettings(flags, terminal);
  const isMisconfigured = [...surroundings, ...settings].some(({ state }) => state === 'mend');
  if (found === undefined) return { lines: [...surroundings, ...settings], requests: 0, isMisconfigured };
  const clock = over.clock ?? systemClock;
  const visits = await visitService(found.target, { userAgent: `petvet/${PETVET_VERSION}`, clock, interrupt, ...over });
  const visited = readVisits(visits, { ...found, now: clock.now() });
  return {
    lines: [...surroundings, ...settings, ...visited],
    requests: visits.withKey === undefined || isSilent(visits.withKey) ? 1 : 2,
    target: found.target,
    isMisconfigured,
  };
}

async function lookForK6(environment: Environment): Promise<DoctorLine> {
  try {
    const { version, path } = await findK6({ environment, cache: cacheFolder(environment) });
    return well('k6', `k6 ${version}, ${path}`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const isNamed = (environment['PETVET_K6'] ?? '') !== '';
    return isNamed
      ? mend('k6', error.message, error.hint)
      : unknown('k6', `${error.message}, which only \`petvet load\` needs`, error.hint);
  }
}

/** The target, and what the sentences call its key. */
interface Found {
  readonly target: Target;
  readonly keyVariable: string;
}

function readSettings(flags: DoctorFlags, { cwd, environment: own }: Terminal): { lines: DoctorLine[]; found?: Found } {
  const file = join(cwd, '.env');
  const from = existsSync(file) ? '.env and the environment' : 'the environment; there is no .env here';
  try {
    const environment = readEnvironment(cwd, own);
    const target = resolveTarget(flags, environment);
    const choice = chooseTarget(flags, environment);
    if (target === undefined || choice === undefined)
      return {
        lines: [
          unknown(
            'settings',
            flags.target === undefined
              ? `no target is configured (${from}): a run tests petvet's own reference server`
              : "the target is petvet's own reference server, which needs no settings",
            '`petvet init` writes the settings of your service',
          ),
        ],
      };
    const keyVariable =
      (environment[`${choice.prefix}API_KEY`] ?? '') === ''
        ? `${choice.prefix}API_KEY_FILE`
        : `${choice.prefix}API_KEY`;
    const ignored = target.proxy === undefined ? USUAL_PROXIES.find((name) => (own[name] ?? '') !== '') : undefined;
    return {
      lines: [
        well('settings', settingsWords(target, keyVariable, from)),
        ...(ignored === undefined
          ? []
          : [unknown('settings', `${ignored} is set, and petvet does not use it`, 'PETVET_PROXY sets a proxy')]),
      ],
      found: { target, keyVariable },
    };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { lines: error.message.split('\n').map((sentence) => mend('settings', sentence, error.hint)) };
  }
}

/** Where other programs look for a proxy. */
const USUAL_PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'] as const;

function settingsWords(target: Target, keyVariable: string, from: string): string {
  const { name, baseUrl, plan, writes, secondApiKey, proxy } = target;
  const through = URL.parse(proxy ?? '');
  return [
    `target ${name} at ${baseUrl}`,
    ...(through === null ? [] : [`through the proxy ${through.host}`]),
    `key from ${keyVariable}`,
    secondApiKey === undefined ? 'no second key (needed for RATE-10)' : 'a second key',
    `plan ${plan.name}`,
    `writes ${writes ? 'on' : 'off'} (${from})`,
  ].join(', ');
}

const MARKS = {
  well: { mark: '✔', tone: 'good' },
  mend: { mark: '✖', tone: 'bad' },
  unknown: { mark: '?', tone: 'doubt' },
} as const;

/** The columns of the mark and of the topic. */
const COLUMN = 12;

function shown({ topic, state, says, toDo }: DoctorLine, look: Look): string[] {
  const { mark, tone } = MARKS[state];
  return [
    ...beside(look, { label: `${mark} ${topic}`, column: COLUMN, text: says, labelTone: tone }),
    ...(toDo === undefined ? [] : beside(look, { label: '', column: COLUMN, text: `→ ${toDo}` })),
  ];
}
