import type { LedgerRow } from '../ledger/ledger.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import type { Probe } from '../probe/suite.ts';
import { harmless } from '../text/log-commands.ts';
import { renderTerminal } from '../report/terminal.ts';
import { specOf, verdictsOf } from '../run/check.ts';
import { dayPlace } from '../run/day-place.ts';
import { openDayUse } from '../run/day-use.ts';
import { startEmbedded } from '../run/embedded.ts';
import { defaultFolder, historyName } from '../run/folder.ts';
import { reportOf } from '../run/run-report.ts';
import { selectRules } from '../run/selection.ts';
import { openOwnLoop } from '../run/suites.ts';
import { resolveAsOf } from '../targets/as-of.ts';
import { readEnvironment } from '../targets/environment.ts';
import { resolveTarget } from '../targets/resolve.ts';

/** A run whose loop is vitest's. */
export interface VitestRun {
  /** Sends a probe. @returns why it was left out; undefined when it was sent */
  send(probe: Probe): Promise<string | undefined>;
  /** What the run shows of the rules of a probe, one sentence each. */
  violationsBy(probe: Probe): readonly string[];
  /** Ends the sending, and judges the evidence. @returns the rows of the ledger by rule */
  judge(): Promise<ReadonlyMap<string, LedgerRow>>;
  /** Prints the verdicts, if there are any, and lets go of everything. */
  close(): Promise<void>;
}

function say(sentence: string): void {
  process.stderr.write(harmless(`${sentence}\n`));
}

/**
 * Opens a run on the target of the environment and `.env`; without one it is the reference server. The evidence goes
 * where that of `petvet check` goes. The limit is left alone.
 */
export async function openRun(root: string): Promise<VitestRun> {
  const startedAt = Date.now();
  const configured = resolveTarget({}, readEnvironment(root, process.env));
  const embedded = configured === undefined ? await startEmbedded() : undefined;
  const target = configured ?? embedded?.target;
  if (target === undefined) throw new TypeError('there is always a target');
  const directory = defaultFolder(root, historyName(target));
  const day = openDayUse({ target, planned: DEFAULT_REQUESTS, flags: {}, say, place: dayPlace(process.env) });
  const spec = specOf({
    target,
    day: day.bounds,
    asOf: resolveAsOf(undefined, new Date().toISOString().slice(0, 10)),
    selection: selectRules([], []),
    seed: Math.floor(Math.random() * 1_000_000),
    maxRequests: DEFAULT_REQUESTS,
    useUp: 'never',
    smoke: false,
    directory,
  });
  const loop = await openOwnLoop(spec, {
    onProbe: () => {},
    onSent: (_count, spending) => day.spent(spending),
    onWaiting: (until, why) => say(`waiting ${Math.ceil((until - Date.now()) / 1_000)} s ${why}`),
  });
  const found = new Map<string, string>();
  let said = '';
  return {
    async send(probe) {
      const placed = loop.flow.find((one) => one.probe.id === probe.id);
      if (placed === undefined) throw new TypeError(`there is no probe ${probe.id}`);
      const sent = await loop.send(placed);
      if (sent.state === 'failed') throw sent.error;
      if (sent.state === 'left out') return sent.why;
      if (sent.violation !== undefined) found.set(probe.id, sent.violation.message);
      return undefined;
    },
    violationsBy: (probe) =>
      [found.get(probe.id) ?? loop.violationBy(probe)?.message ?? []].flat().map((text) => harmless(text)),
    async judge() {
      const end = await loop.close();
      const verdicts = await verdictsOf({ spec, startedAt, endedAt: Date.now(), end, interrupted: false });
      const { stdout } = process;
      said = renderTerminal(reportOf(verdicts), { colour: stdout.isTTY, width: 120 });
      return new Map(verdicts.ledger.rows.map((row) => [row.id, row]));
    },
    async close() {
      await loop.close();
      day.close();
      await embedded?.close();
      if (said !== '') process.stdout.write(harmless(`\n${said}\n`, { colour: process.stdout.isTTY, live: false }));
    },
  };
}
