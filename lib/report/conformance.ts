import { daysUntilRemoval } from '../contract/lifecycle.ts';
import { printExactJson } from '../evidence/exact-json.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { bareName } from '../gate/finding-name.ts';
import type { BaselineUse } from '../gate/baseline.ts';
import type { GateReport } from '../gate/gate-report.ts';
import type { JudgedProfile } from '../gate/profile-judge.ts';
import type { Ledger, LedgerRow } from '../ledger/ledger.ts';
import { areaOf, rules } from '../rules/index.ts';
import { CONFORMANCE_SCHEMA, type ConformanceReport } from '../shapes/report.ts';
import { observationsOf, unjudgedOf } from './arrangement.ts';
import { invisibleDefects } from './invisible.ts';
import { limiterViews } from './limiter-view.ts';
import type { RunReport } from './run-report.ts';
import { scopeOf } from './scope.ts';

/** A run as conformance.json, in the format that `conformance.schema.json` describes; ends with a line end. */
export function renderConformance(given: RunReport): string {
  return `${printExactJson(conformanceOf(given), 2)}\n`;
}

type Gate = NonNullable<ConformanceReport['gate']>;

/** What conformance.json says of a run; a member that is undefined is not printed. */
export function conformanceOf(given: RunReport): ConformanceReport {
  const { ledger, knowledge, run, versions, coverage } = given;
  const limiter = limiterViews(given.xrays);
  return {
    schema: CONFORMANCE_SCHEMA,
    outcome: ledger.outcome,
    aborted: run.aborted,
    endedEarly: run.endedEarly,
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
      medianMilliseconds: given.medianMilliseconds,
    },
    created: run.created,
    runsLeft: run.runsLeft,
    rules: ruleRows(ledger, run),
    observed: observationsOf(ledger).map(({ rule, finding: { says, shownBy, times } }) => ({
      rule,
      says,
      shownBy,
      times,
    })),
    limiter: limiter.length > 0 ? limiter : undefined,
    couldNotCatch: invisibleDefects(given),
    gate: given.gate && gateOf(given.gate, given.profile),
    coverage: coverage && {
      ...coverage,
      combined: coverage.combined.map(({ dimensions, ...counts }) => ({ ...counts, dimensions })),
    },
    notJudged: unjudgedOf(ledger).map(({ reason, verdict, rules: ids }) => ({ reason, verdict, rules: ids })),
  };
}

function targetOf({ target, baseUrl, plan, loopback, windows }: Knowledge): ConformanceReport['target'] {
  return {
    name: target,
    baseUrl,
    plan: plan.name,
    perMinute: plan.perMinute,
    perDay: plan.perDay,
    loopback,
    testInstallation: windows.testInstallation ? { minuteSeconds: windows.minute, daySeconds: windows.day } : undefined,
  };
}

function gateOf({ exitStatus, because, baseline }: GateReport, profile: JudgedProfile | undefined): Gate {
  return {
    exitStatus,
    because,
    profile: profile && {
      name: profile.name,
      covered: profile.covered,
      total: profile.total,
      inPart: profile.inPart,
      notCovered: profile.notCovered,
    },
    baseline: baseline && baselineOf(baseline),
  };
}

function baselineOf({ file, known, fresh, stale, expired, unseen }: BaselineUse): Gate['baseline'] {
  return {
    file,
    known: known.map(({ reason, owner, expires, ...name }) => ({ ...bareName(name), reason, owner, expires })),
    new: fresh.map(bareName),
    stale: stale.map(bareName),
    expired: expired.map(({ expires = '', ...name }) => ({ ...bareName(name), expires })),
    unseen: unseen.map(({ entry, why }) => ({ ...bareName(entry), why })),
  };
}

/** The rules of a report: what a run says of each. */
export function ruleRows({ rows }: Ledger, run: Pick<RunFacts, 'counterexamples'>): ConformanceReport['rules'] {
  return rows.map((row) => ruleOf(row, run.counterexamples));
}

function ruleOf(row: LedgerRow, counterexamples: RunFacts['counterexamples']): ConformanceReport['rules'][number] {
  const { id, level, verdict, says, evidence, evidenceCount, findings } = row;
  return {
    id,
    level,
    area: areaOf(id),
    section: rules[id].source,
    title: rules[id].says,
    verdict,
    says,
    evidence,
    evidenceCount,
    findings: findings.map(
      ({ rule: _rule, firstShownBy: _first, wrongStatus: _status, shownBy, alsoShownBy, ...finding }) => ({
        ...finding,
        shownBy,
        alsoShownBy,
      }),
    ),
    counterexamples: counterexamples
      .filter((counterexample) => counterexample.rules.includes(id))
      .map(({ probe, seed, path, smallest }) => ({ probe, seed, path, smallest })),
  };
}
