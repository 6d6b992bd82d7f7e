import { daysUntilRemoval } from '../contract/lifecycle.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { bareName } from '../gate/finding-name.ts';
import type { BaselineUse } from '../gate/baseline.ts';
import type { GateReport } from '../gate/gate-report.ts';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import type { CoverageSummary } from '../model/summary.ts';
import { areaOf, rules } from '../rules/index.ts';
import { CONFORMANCE_SCHEMA, type ConformanceReport } from '../shapes/report.ts';
import { observationsOf, unjudgedOf } from './arrangement.ts';
import { invisibleDefects } from './invisible.ts';
import { limiterViews, type LimiterView } from './limiter-view.ts';
import type { RunReport } from './run-report.ts';
import { scopeOf } from './run-scope.ts';

/** A run as conformance.json, in the format that `conformance.schema.json` describes; ends with a line end. */
export function renderConformance(given: RunReport): string {
  return `${printExactJson(conformanceOf(given), 2)}\n`;
}

type Gate = NonNullable<ConformanceReport['gate']>;

/** What conformance.json says of a run. */
export function conformanceOf(given: RunReport): ConformanceReport {
  const { ledger, knowledge, run, versions } = given;
  const couldNotCatch = invisibleDefects(given);
  const limiter = limiterViews(given.xrays).map(limiterOf);
  return {
    schema: CONFORMANCE_SCHEMA,
    outcome: ledger.outcome,
    ...(run.aborted !== undefined && { aborted: run.aborted }),
    ...(run.endedEarly !== undefined && { endedEarly: run.endedEarly }),
    scope: scopeOf(given),
    petvet: versions.petvet,
    catalogue: versions.catalogue,
    specification: versions.specification,
    node: versions.node,
    target: targetOf(knowledge),
    asOf: knowledge.asOf,
    daysUntilRemoval: daysUntilRemoval(knowledge.asOf),
    seed: run.seed,
    run: {
      id: run.runId,
      startedAt: new Date(run.startedAt).toISOString(),
      endedAt: new Date(run.endedAt).toISOString(),
      durationSeconds: Math.max(0, Math.round(run.endedAt - run.startedAt) / 1_000),
      interrupted: run.interrupted,
    },
    requests: {
      sent: run.sent,
      refused: run.refused,
      waitedSeconds: run.waitedSeconds,
      ...(given.medianMilliseconds !== undefined && { medianMilliseconds: given.medianMilliseconds }),
    },
    created: [...run.created],
    ...(run.runsLeft !== undefined && { runsLeft: run.runsLeft }),
    rules: ruleRows(ledger, run),
    observed: observationsOf(ledger).map(({ rule, finding: { says, shownBy, times } }) => ({
      rule,
      says,
      shownBy: [...shownBy],
      times,
    })),
    ...(limiter.length > 0 && { limiter }),
    ...(couldNotCatch !== undefined && {
      couldNotCatch: { ...couldNotCatch, because: [...couldNotCatch.because] },
    }),
    ...(given.gate !== undefined && { gate: gateOf(given.gate, given.profile) }),
    ...(given.coverage !== undefined && { coverage: coverageOf(given.coverage) }),
    notJudged: unjudgedOf(ledger).map(({ reason, verdict, rules: ids }) => ({ reason, verdict, rules: [...ids] })),
  };
}

function targetOf({ target, baseUrl, plan, loopback, windows }: Knowledge): ConformanceReport['target'] {
  return {
    name: target,
    baseUrl,
    plan: plan.name,
    ...(plan.perMinute !== undefined && { perMinute: plan.perMinute }),
    ...(plan.perDay !== undefined && { perDay: plan.perDay }),
    loopback,
    ...(windows.testInstallation && {
      testInstallation: { minuteSeconds: windows.minute, daySeconds: windows.day },
    }),
  };
}

function limiterOf({ kinds, looksLike, ...window }: LimiterView): NonNullable<ConformanceReport['limiter']>[number] {
  return {
    ...window,
    kinds: kinds.map(({ excludedBy, ...kind }) => ({
      ...kind,
      ...(excludedBy !== undefined && { excludedBy: { shownBy: [...excludedBy.shownBy], says: excludedBy.says } }),
    })),
    looksLike: [...looksLike],
  };
}

function gateOf(
  { exitStatus, because, baseline }: GateReport,
  profile: JudgedProfile | undefined,
): ConformanceReport['gate'] {
  return {
    exitStatus,
    because,
    ...(profile !== undefined && { profile: profileOf(profile) }),
    ...(baseline !== undefined && { baseline: baselineOf(baseline) }),
  };
}

function profileOf({ name, covered, total, inPart, notCovered }: JudgedProfile): Gate['profile'] {
  return { name, covered, total, inPart: [...inPart], notCovered: [...notCovered] };
}

function baselineOf({ file, known, fresh, stale, expired, unseen }: BaselineUse): Gate['baseline'] {
  return {
    file,
    known: known.map(({ reason, owner, expires, ...name }) => ({
      ...bareName(name),
      reason,
      owner,
      ...(expires !== undefined && { expires }),
    })),
    new: fresh.map(bareName),
    stale: stale.map(bareName),
    expired: expired.map(({ expires = '', ...name }) => ({ ...bareName(name), expires })),
    unseen: unseen.map(({ entry, why }) => ({ ...bareName(entry), why })),
  };
}

function coverageOf({ partitions, pairs, dimensions, combined }: CoverageSummary): ConformanceReport['coverage'] {
  return {
    partitions,
    pairs,
    dimensions: dimensions.map(({ covered, missing, ...dimension }) => ({
      ...dimension,
      covered: [...covered],
      missing: [...missing],
    })),
    combined: combined.map(({ dimensions: [one, other], ...counts }) => ({ ...counts, dimensions: [one, other] })),
  };
}

/** The rules of a report: what a run says of each. */
export function ruleRows({ rows }: Ledger, run: Pick<RunFacts, 'counterexamples'>): ConformanceReport['rules'] {
  return rows.map((row) => ruleOf(row, run));
}

function ruleOf(
  row: LedgerRow,
  { counterexamples }: Pick<RunFacts, 'counterexamples'>,
): ConformanceReport['rules'][number] {
  const { id, level, verdict, says, evidence, evidenceCount, findings } = row;
  return {
    id,
    level,
    area: areaOf(id),
    section: rules[id].source,
    title: rules[id].says,
    verdict,
    says,
    evidence: [...evidence],
    evidenceCount,
    findings: findings.map(
      ({ rule: _rule, shownBy, alsoShownBy, firstShownBy: _first, wrongStatus: _status, ...finding }) => ({
        ...finding,
        shownBy: [...shownBy],
        ...(alsoShownBy !== undefined && { alsoShownBy: [...alsoShownBy] }),
      }),
    ),
    counterexamples: counterexamples
      .filter((counterexample) => counterexample.rules.includes(id))
      .map(({ probe, seed, path, smallest }) => ({ probe, seed, path, smallest })),
  };
}
