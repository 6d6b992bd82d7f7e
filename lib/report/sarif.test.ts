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

  it('has a result for each kind of violation, with the exchange that shows it', () => {
    const [first, ...others] = runOf(VIOLATING).results;
    expect(first).toMatchObject({
      ruleId: 'LIST-2',
      ruleIndex: RULE_IDS.indexOf('LIST-2'),
      level: 'error',
      properties: { exchanges: [1], expected: 'at most 5 pets', actual: '6 pets' },
      webRequest: { method: 'GET' },
      webResponse: { statusCode: 200 },
    });
    expect(first?.message.text).toMatch(/^LIST-2 .*: six pets came for a limit of five$/);
    expect(others.map(({ ruleId, level }) => [ruleId, level])).toEqual([['RATE-9', 'warning']]);
  });

  it('has a place in the repository, where the run is of one', () => {
    expect(placesOf('.github/workflows/pet vet.yml')[0]).toMatchObject(at('.github/workflows/pet%20vet.yml'));
    expect(placesOf()[0]).toMatchObject(at('evidence.jsonl'));
  });

  it('has no result of a conforming run, nor of what was not verified', () => {
    expect(runOf({}).results).toEqual([]);
    const notes = runOf(VIOLATING).invocations[0]?.toolExecutionNotifications ?? [];
    expect(notes.map(({ associatedRule }) => associatedRule?.id)).toEqual(['LIST-6', 'RATE-10']);
    expect(notes[0]?.message.text).toBe('LIST-6 was not verified: kept on one page only');
  });

  it('says of each rule how to fix a violation and where it comes from, with the address of a standard', () => {
    const { rules: told } = runOf({}).tool.driver;
    expect(told.find(({ id }) => id === 'LIST-2')).toMatchObject({
      help: {
        text: expect.stringMatching(/^To fix: Accept each `limit` .*\n\nSource: section 4\.1/),
        markdown: expect.stringMatching(/^\*\*To fix:\*\* Accept each `limit` /),
      },
    });
    const addresses = told.filter(({ helpUri }) => helpUri !== undefined).map(({ id, helpUri }) => [id, helpUri]);
    expect(addresses).toContainEqual(['AUTH-6', 'https://www.rfc-editor.org/rfc/rfc9110#section-11.1']);
    expect(addresses.map(([id]) => id)).not.toContain('LIST-2');
  });

  it('says that a run did not come to its end', () => {
    expect(runOf(ABORTED).invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'the service is gone' } }],
    });
  });

  it('gives a kind of violation the same fingerprint whatever its exchange and its sentence, and another kind another one', () => {
    expect(fingerprints(['limit', 'six came', 1])).toEqual(fingerprints(['limit', 'seven came', 9]));
    expect(fingerprints(['limit', 'six came', 1])).not.toEqual(fingerprints(['default', 'six came', 1]));
  });
});
