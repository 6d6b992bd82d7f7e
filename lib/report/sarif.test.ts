import { describe, expect, it } from 'vitest';
import { RULE_IDS } from '../rules/index.ts';
import { aHostileReport } from './hostile-report.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aReport, VIOLATING, type ReportParts } from './report.fixture.ts';
import { SarifDocument } from './sarif-shape.fixture.ts';
import { renderSarif } from './sarif.ts';

function runOf(parts: ReportParts) {
  const [run] = SarifDocument.parse(JSON.parse(renderSarif(aReport(parts)))).runs;
  if (run === undefined) throw new TypeError('a document has a run');
  return run;
}

const ABORTED = { outcome: 'aborted', run: { aborted: 'the service is gone' } } satisfies ReportParts;

/** The fingerprints of a run with one kind of violation. */
function fingerprints([place, says, id]: readonly [string, string, number]) {
  const finding = { rule: 'LIST-2', verdict: 'fail', says, shownBy: [id], fault: 'too many', place } as const;
  const rows = aReport(VIOLATING).ledger.rows.map((row) =>
    row.id === 'LIST-2' ? { ...row, findings: [{ ...finding, times: 1 }] } : row,
  );
  return runOf({ ...VIOLATING, rows }).results[0]?.partialFingerprints;
}

const at = (uri: string) => ({ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } });

const placesOf = (placeInRepository?: string) =>
  JSON.parse(
    renderSarif({ ...aReport(VIOLATING), ...(placeInRepository !== undefined && { placeInRepository }) }),
  ).runs[0].results.map(({ locations }: { locations: unknown[] }) => locations[0]);

describe('renderSarif', () => {
  it.each([
    ['conforming', {}],
    ['violating', VIOLATING],
    ['aborted', ABORTED],
  ] satisfies [string, ReportParts][])('has the form of SARIF for a %s run', (_, parts) => {
    expect(runOf(parts).tool.driver.rules.map(({ id }) => id)).toEqual(RULE_IDS);
  });

  it.each(HOSTILE_TEXTS)('is harmless whatever the service says: %s', (_, text) => {
    const json = renderSarif(aHostileReport(text));
    expect(SarifDocument.safeParse(JSON.parse(json)).error).toBeUndefined();
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
    expect(json.length).toBeLessThan(1_000_000);
  });

  it('has a place in the repository, where the run is of one', () => {
    expect(placesOf('.github/workflows/pet vet.yml')[0]).toMatchObject(at('.github/workflows/pet%20vet.yml'));
    expect(placesOf()[0]).toMatchObject(at('evidence.jsonl'));
  });

  it('gives a kind of violation the same fingerprint whatever its exchange and its sentence, and another kind another one', () => {
    expect(fingerprints(['limit', 'six came', 1])).toEqual(fingerprints(['limit', 'seven came', 9]));
    expect(fingerprints(['limit', 'six came', 1])).not.toEqual(fingerprints(['default', 'six came', 1]));
  });
});
