import { join } from 'node:path';
import { HarnessError, UsageError } from '../../errors.ts';
import type { PlanKnowledge } from '../../evidence/knowledge.ts';
import { openEvidence } from '../../evidence/log.ts';
import { GivenFileError, readGivenFile } from '../../files/given-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { systemWords } from '../../files/system-words.ts';
import { writeReport } from '../../files/write-report.ts';
import type { RuleId } from '../../rules/index.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { defaultFolder } from '../../run/folder.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { foreignKnowledge } from '../../targets/foreign.ts';
import { counted } from '../../text/counted.ts';
import type { JudgedSegment } from '../../watch/judge-segment.ts';
import { LogMapping } from '../../watch/log-mapping.ts';
import { LogSource, type TrafficSource } from '../../watch/log-source.ts';
import { renderWatchMetrics, serveMetrics } from '../../watch/metrics.ts';
import { renderWatch } from '../../watch/render-watch.ts';
import { TeeSource } from '../../watch/tee-source.ts';
import { TRAFFIC_BOUNDS } from '../../watch/traffic.ts';
import { Watch } from '../../watch/watch.ts';
import type { WatchReport } from '../../watch/watch-report.ts';
import { EXIT } from '../../gate/exit.ts';
import { refuseGiven } from '../shared/given-flags.ts';
import { typedFolder, writeRun } from '../../run/write-run.ts';
import type { Terminal } from '../shared/terminal.ts';
import { runWatched } from './watched-command.ts';

/** What `petvet watch` is told. */
export interface WatchFlags {
  readonly log?: string;
  readonly listen?: string;
  readonly upstream?: string;
  /** The variable from which a command reads its base address. */
  readonly baseUrlVariable: string;
  readonly baseUrl: string;
  readonly mapping?: string;
  readonly complete?: boolean;
  readonly once?: boolean;
  readonly plan?: PlanKnowledge['name'];
  readonly asOf?: string;
  readonly failFast?: boolean;
  readonly metrics?: string;
  readonly report?: string;
  readonly quiet?: boolean;
}

/** How often a watch tells how it stands, and writes its report, in milliseconds. */
const TELL_EVERY_MS = 60_000;

/** Who fails fast is told of a violation after so long a silence. */
const SOON = { ...TRAFFIC_BOUNDS, quiet: 2_000 };

/**
 * Judges traffic until it ends, the user ends it, or the command that makes it has ended.
 *
 * @param command - to run while the proxy watches; none: traffic comes from elsewhere
 * @returns the exit status
 */
export async function watchTraffic(command: readonly string[], given: WatchFlags, terminal: Terminal): Promise<number> {
  // A command uses whatever port is free.
  const flags = command.length > 0 && given.listen === undefined ? { ...given, listen: '127.0.0.1:0' } : given;
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const knowledge = foreignKnowledge(flags.upstream ?? flags.baseUrl, flags.plan ?? 'auto', asOf);
  const done = new AbortController();
  const interrupt = AbortSignal.any([terminal.interrupt, done.signal]);
  const source = await sourceOf(flags, new URL(knowledge.baseUrl), interrupt);
  const suite = startSuite(command, source, { flags, terminal, done });
  // That it cannot be started is said when the watch has ended, which it ends.
  suite.catch(() => undefined);
  const folder = flags.report ?? defaultFolder(terminal.cwd, 'watch');
  const disk = new Disk(folder, terminal);
  const watch = new Watch({
    knowledge,
    isComplete: flags.complete ?? false,
    ...(flags.failFast === true && { bounds: SOON }),
    keep: (judged, rule) => disk.keepProof(judged, rule),
    onViolation: ({ rules, caller, says, report: place }) => {
      const kept = place === undefined ? '' : `  ${join(typedFolder(folder, terminal.cwd), place)}\n`;
      terminal.err(`${rules.join(', ')} violated · ${caller} · ${says}\n${kept}`);
    },
  });
  const report = (): WatchReport =>
    watch.report({ source: source.name, format: source.format, skipped: Object.fromEntries(source.skipped) });
  const metrics =
    flags.metrics === undefined
      ? undefined
      : await serveMetrics(addressOf(flags.metrics, '--metrics'), () => renderWatchMetrics(report(), source.name));
  if (metrics !== undefined) terminal.err(`Metrics: ${metrics.address}\n`);
  try {
    await follow(source, watch, { flags, terminal, tell: () => disk.keepReport(report()) });
    await watch.end();
  } finally {
    done.abort();
    metrics?.close();
  }
  const ended = report();
  const isKept = await disk.keepReport(ended);
  terminal.out(
    renderWatch(ended, { ...terminal, folder: typedFolder(folder, terminal.cwd), quiet: flags.quiet ?? false }),
  );
  const status = await suite;
  if (ended.outcome === 'nothing judged')
    throw new UsageError(
      `nothing in ${source.name} could be judged`,
      source instanceof TeeSource
        ? `do clients use ${source.address}, with its path?`
        : 'is --base-url the address that callers use, with its path?',
    );
  if (ended.outcome === 'violating') return EXIT.violates;
  if (!isKept) return EXIT.cannotJudge;
  if (status === 0) return EXIT.conforms;
  terminal.err(`petvet: the command ended with ${status === null ? 'a signal' : `exit status ${status}`}\n`);
  return EXIT.cannotJudge;
}

/** Runs the command whose traffic is watched; its end ends the watch. @returns its exit status; 0 where there is none */
async function startSuite(
  command: readonly string[],
  source: TrafficSource,
  {
    flags,
    terminal,
    done,
  }: { readonly flags: WatchFlags; readonly terminal: Terminal; readonly done: AbortController },
): Promise<number | null> {
  if (!(source instanceof TeeSource)) return 0;
  const baseUrl = source.address;
  if (command.length === 0) {
    terminal.err(`Clients use ${baseUrl} now. Ctrl-C ends the watch, and prints what it came to.\n`);
    return 0;
  }
  const stop = AbortSignal.any([terminal.interrupt, done.signal]);
  return runWatched({ command, baseUrl, variable: flags.baseUrlVariable, interrupt: stop }, terminal).finally(() =>
    done.abort(),
  );
}

async function sourceOf(flags: WatchFlags, base: URL, interrupt: AbortSignal): Promise<TrafficSource> {
  const { log, listen, upstream, mapping, once = false } = flags;
  if (log !== undefined) {
    refuseGiven(flags, ['upstream'], (flag) => `${flag} belongs to --listen`, 'give --base-url with --log');
    const read = mapping === undefined ? {} : { mapping: readMapping(mapping) };
    return new LogSource({ file: log, basePath: base.pathname, isOnce: once, interrupt, ...read });
  }
  if (listen === undefined)
    throw new UsageError(
      'there is nothing to watch',
      'give --log with the access log of a gateway, or --listen with --upstream',
    );
  refuseGiven(flags, ['mapping', 'once'], (flag) => `${flag} belongs to --log`, 'leave it out');
  if (upstream === undefined)
    throw new UsageError('--listen needs --upstream', 'give the base address of the service with --upstream');
  return TeeSource.open({ listen: addressOf(listen, '--listen'), upstream: base, interrupt });
}

interface Following {
  readonly flags: WatchFlags;
  readonly terminal: Terminal;
  readonly tell: () => Promise<unknown>;
}

async function follow(source: TrafficSource, watch: Watch, { flags, terminal, tell }: Following): Promise<void> {
  let [told, heard] = [performance.now(), performance.now()];
  for await (const observed of source.observed()) {
    for (const one of observed) await watch.take(one);
    const now = performance.now();
    if (observed.length === 0) await watch.passed(now - heard);
    heard = now;
    if (flags.failFast === true && watch.isViolated) return;
    if (now - told < TELL_EVERY_MS) continue;
    told = now;
    terminal.err(`${standing(source, watch)}\n`);
    await tell();
  }
}

function standing(source: TrafficSource, watch: Watch): string {
  const { requests, callers, segments, waiting: kept } = watch.standing;
  const skipped = [...source.skipped].map(([why, count]) => `${count} ${why}`);
  const left = skipped.length === 0 ? '' : ` · skipped: ${skipped.join(', ')}`;
  const waiting = `${counted(kept, 'request')} to be judged when there is more of them`;
  return `${counted(requests, 'request')} of ${counted(callers, 'caller')} judged in ${counted(segments, 'segment')}; ${waiting}${left}`;
}

/** What a watch writes. A disk that takes nothing ends no watch, and no proxy that others depend on: it is said, and judging goes on. */
class Disk {
  readonly #folder: string;
  readonly #terminal: Terminal;
  #proofs = 0;

  constructor(folder: string, terminal: Terminal) {
    this.#folder = folder;
    this.#terminal = terminal;
  }

  /** Writes what the watch has come to. @returns whether that was possible */
  async keepReport(report: WatchReport): Promise<boolean> {
    return this.#attempt(() => writeReport(this.#folder, 'watch.json', `${JSON.stringify(report, undefined, 2)}\n`));
  }

  /** Writes the report of a violation into a folder of its own. @returns its name */
  async keepProof({ proof }: JudgedSegment, rule: RuleId): Promise<string | undefined> {
    if (proof === undefined) return undefined;
    const name = join('violations', `${++this.#proofs}-${rule}`);
    const directory = join(this.#folder, name);
    const isKept = await this.#attempt(async () => {
      makeFolder(directory);
      const evidence = openEvidence(join(directory, EVIDENCE_FILE), proof.verdicts.knowledge);
      for await (const item of proof.source()) if ('exchange' in item) evidence.append(item.exchange);
      evidence.finish(proof.verdicts.run);
      evidence.close();
      await writeRun({ ...proof.verdicts, source: proof.source }, directory, this.#terminal.cwd);
    });
    return isKept ? name : undefined;
  }

  async #attempt(write: () => Promise<unknown>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      this.#terminal.err(`petvet: ${error instanceof HarnessError ? error.message : systemWords(error)}\n`);
      return false;
    }
  }
}

function readMapping(file: string): LogMapping {
  const read = LogMapping.safeParse(readJson(file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `${file} is no mapping: ${[issue?.path.join('.'), issue?.message].filter((part) => part !== '').join(': ')}`,
    'docs/watch.md describes one',
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readGivenFile(file, { bytes: 1_048_576 }).toString());
  } catch (error) {
    const why = error instanceof GivenFileError ? `cannot be read: ${error.message}` : 'is not JSON';
    throw new UsageError(`${file} ${why}`, 'name the file of a mapping, as docs/watch.md describes it');
  }
}

/** `127.0.0.1:8080`, `:8080` or `8080`: this machine, unless another address is named. */
function addressOf(text: string, flag: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(?:(.*):)?(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  if (port === '' || number > 65_535)
    throw new UsageError(`${flag} ${text} is no address`, `write it as 127.0.0.1:8080`);
  return { host: host.replace(/^\[|\]$/g, '') || '127.0.0.1', port: number };
}
