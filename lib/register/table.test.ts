import { describe, expect, it } from 'vitest';
import { aContent } from '../certificate/certificate.fixture.ts';
import { observed } from '../diff/diff.fixture.ts';
import { registerMarkdown } from './markdown.ts';
import { renderRegisterPage } from './page.ts';
import { AS_OF, forged, holding, stale } from './register.fixture.ts';
import { registerJson } from './register-json.ts';
import { tableOf } from './table.ts';
import { noteOn } from './words.ts';

const { verdicts } = aContent().claims;

const doing = (...seen: Parameters<typeof observed>[1][]) => ({ rows: [observed('LIST-5', ...seen)] });

const kind = (is: string) => ({ rows: [observed('RATE-12', ['kind', is])] });

const drawn = (value: string) => ({ rows: [observed('CREATE-11', [`the name is ${value}`, '201'])] });

describe('what implementations do where the specification is silent', () => {
  it('is a row for each thing, with a column for the newest version of each that holds', () => {
    const { implementations, choices } = tableOf(
      [
        holding('pets-go', '1.9.0', doing(['limit is "101"', '200 with 100 items'])),
        holding('pets-go', '1.10.0', doing(['limit is "101"', '400'], ['limit is "0"', '400'])),
        stale('pets-go', '1.11.0'),
        holding('pets-js', '2.0.0', doing(['limit is "101"', '200 with 100 items'], ['limit is "0"', '400'])),
        stale('pets-old'),
      ],
      AS_OF,
    );
    expect(implementations).toEqual([
      { name: 'pets-go', version: '1.10.0' },
      { name: 'pets-js', version: '2.0.0' },
    ]);
    expect(choices).toMatchObject([
      { rule: 'LIST-5', what: 'limit is "0"', of: [['400'], ['400']], differ: false },
      { rule: 'LIST-5', what: 'limit is "101"', of: [['400'], ['200 with 100 items']], differ: true },
    ]);
  });

  it('is compared only where two implementations met it, and where it does not depend on the run', () => {
    expect(
      tableOf([holding('a', '1.0.0', kind('fixed window')), holding('b', '1.0.0', kind('token bucket'))], AS_OF)
        .choices,
    ).toEqual([{ rule: 'RATE-12', title: expect.any(String), what: 'kind', of: [['fixed window'], ['token bucket']] }]);
    const [alone] = tableOf([holding('a'), holding('b', '1.0.0', { rows: [] })], AS_OF).choices;
    expect(alone).toMatchObject({ what: 'limit is "101"', of: [['400'], []] });
    expect(alone).not.toHaveProperty('differ');
  });

  it('gathers in one row of its rule what only one met, with values of its run', () => {
    expect(tableOf([holding('a', '1.0.0', drawn('ab')), holding('b', '1.0.0', drawn('xy'))], AS_OF).choices).toEqual([
      { rule: 'CREATE-11', title: expect.any(String), of: [['the name is ab: 201'], ['the name is xy: 201']] },
    ]);
  });
});

describe('what changed from version to version', () => {
  const first = holding('pets-go', '1.0.0');
  const second = holding('pets-go', '1.1.0', {
    ...doing(['limit is "101"', '200 with 100 items']),
    claims: {
      catalogue: '1.1.0',
      endedAt: '2026-11-22T10:02:00.000Z',
      verdicts: [
        ...verdicts.map((one) => (one.rule === 'AUTH-5' ? { ...one, verdict: 'pass' as const } : one)),
        { rule: 'LIST-4', level: 'must', verdict: 'pass' },
      ],
    },
  });

  it('is told of catalogue, verdicts and choices, the oldest version first', () => {
    const { rows, histories } = tableOf([second, first], AS_OF);
    expect(rows.map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
    expect(histories).toEqual([
      {
        name: 'pets-go',
        steps: [
          { version: '1.0.0', state: 'holds', date: '2026-11-21', changes: [] },
          {
            version: '1.1.0',
            state: 'holds',
            date: '2026-11-22',
            since: '1.0.0',
            changes: [
              { about: 'catalogue', what: 'catalogue', before: '1.0.0', after: '1.1.0' },
              { about: 'verdict', rule: 'AUTH-5', what: expect.any(String), before: 'warn', after: 'pass' },
              { about: 'verdict', rule: 'LIST-4', what: expect.any(String), before: 'not-scored', after: 'pass' },
              { about: 'choice', rule: 'LIST-5', what: 'limit is "101"', before: '400', after: '200 with 100 items' },
            ],
          },
        ],
      },
    ]);
  });

  it('passes over a version that was refused: the next one is compared with the last that holds', () => {
    const { histories } = tableOf([first, forged('pets-go', '1.0.1'), second], AS_OF);
    expect(histories).toMatchObject([
      {
        steps: [
          { version: '1.0.0', changes: [] },
          { version: '1.0.1', state: 'fails', changes: [{ about: 'result', before: 'conforms', after: 'refused' }] },
          {
            version: '1.1.0',
            since: '1.0.0',
            changes: [
              { about: 'result', before: 'refused', after: 'conforms' },
              { about: 'catalogue' },
              { rule: 'AUTH-5' },
              { rule: 'LIST-4' },
              { rule: 'LIST-5' },
            ],
          },
        ],
      },
    ]);
  });

  it('names the version that it is compared with where that is not the one before', () => {
    const markdown = registerMarkdown(tableOf([first, forged('pets-go', '1.0.1'), second], AS_OF), {
      hasBadges: false,
    });
    expect(markdown).toContain('| `1.0.1` |  |  | result | `conforms` | `refused` |');
    expect(markdown).toContain('| `1.1.0, since 1.0.0` | 2026-11-22 |  | result | `refused` | `conforms` |');
  });

  it('stays when certificates grow old: that is no change of the implementation', () => {
    const old = { ...doing(['limit is "101"', '200 with 100 items']), claims: { endedAt: '2026-05-02T10:00:00.000Z' } };
    const { rows, implementations, histories } = tableOf(
      [stale('pets-go', '0.9.0', old), first, stale('pets-go', '0.8.0', old)],
      AS_OF,
    );
    expect(implementations).toEqual([{ name: 'pets-go', version: '1.0.0' }]);
    expect(rows).toMatchObject([
      { version: '1.0.0', date: '2026-11-21', certificate: { date: '2026-11-21' } },
      { version: '0.9.0', state: 'fails', isStale: true, date: '2026-05-02' },
      { version: '0.8.0' },
    ]);
    expect(rows[1]).not.toHaveProperty('certificate');
    expect(histories).toEqual([
      {
        name: 'pets-go',
        steps: [
          { version: '0.8.0', state: 'fails', isStale: true, date: '2026-05-02', changes: [] },
          { version: '0.9.0', state: 'fails', isStale: true, date: '2026-05-02', since: '0.8.0', changes: [] },
          {
            version: '1.0.0',
            state: 'holds',
            date: '2026-11-21',
            since: '0.9.0',
            changes: [
              { about: 'choice', rule: 'LIST-5', what: 'limit is "101"', before: '200 with 100 items', after: '400' },
            ],
          },
        ],
      },
    ]);
    const markdown = registerMarkdown(
      tableOf([stale('pets-go', '0.8.0', old), stale('pets-go', '0.9.0', old), first], AS_OF),
      { hasBadges: false },
    );
    expect(markdown).toContain('| `0.8.0 (stale)` | 2026-05-02 |  | first: conformed |  |  |');
    expect(markdown).toContain('| `0.9.0 (stale)` | 2026-05-02 |  | no change that a certificate records |  |  |');
    expect(markdown).toContain('| `pets-go` | `0.9.0` | stale |  | 2026-05-02 |  |  | `it counted as fresh');
  });

  it('is in the order of the runs where versions are names, also of one that is stale', () => {
    const versions = [
      holding('pets-go', 'rainy', { claims: { endedAt: '2026-11-20T10:00:00.000Z' } }),
      stale('pets-go', 'zephyr', { claims: { endedAt: '2026-05-02T10:00:00.000Z' } }),
      holding('pets-go', 'autumn', { claims: { endedAt: '2026-11-21T10:00:00.000Z' } }),
    ];
    const { rows, implementations, histories } = tableOf(versions, AS_OF);
    expect(rows.map(({ version }) => version)).toEqual(['autumn', 'rainy', 'zephyr']);
    expect(implementations).toEqual([{ name: 'pets-go', version: 'autumn' }]);
    expect(histories.flatMap(({ steps }) => steps.map(({ version, since }) => [version, since]))).toEqual([
      ['zephyr', undefined],
      ['rainy', 'zephyr'],
      ['autumn', 'rainy'],
    ]);
  });

  it('is nothing for an implementation with one version', () => {
    expect(tableOf([first], AS_OF).histories).toEqual([]);
  });

  it('is a section in Markdown, and in JSON', () => {
    const table = tableOf([first, second], AS_OF);
    const markdown = registerMarkdown(table, { hasBadges: false });
    expect(markdown).toContain('## By version\n');
    expect(markdown).toContain('| **AUTH-5** | a 401 carries WWW-Authenticate: Bearer | `warn` | `pass` |');
    expect(markdown).toContain('| **LIST-5** | `limit is "101"` | `400` | `200 with 100 items` |');
    expect(JSON.parse(registerJson(table, { hasBadges: false }))).toMatchObject({
      schema: 'petvet/register/1',
      asOf: AS_OF,
      histories: [{ name: 'pets-go', steps: [{ version: '1.0.0' }, { version: '1.1.0' }] }],
    });
  });
});

describe('the petvet that made a run', () => {
  it('is told, and where it is another one, that its probes were not checked', () => {
    const own = holding('a');
    const { certificate } = own;
    if (certificate === undefined) throw new TypeError('a submission that holds has a certificate');
    const other = { ...own, name: 'b', certificate: { ...certificate, petvet: '9.9.9' } };
    const table = tableOf([own, other], AS_OF);
    expect(table.rows).toMatchObject([
      { certificate: { petvet: certificate.petvet, areProbesChecked: true } },
      { certificate: { petvet: '9.9.9', areProbesChecked: false } },
    ]);
    const says = 'made with petvet 9.9.9: its probes were not checked';
    expect(table.rows.map((row) => noteOn(row).includes('probes'))).toEqual([false, true]);
    expect(registerMarkdown(table, { hasBadges: false })).toContain(says);
    expect(renderRegisterPage(table, { hasBadges: false })).toContain(says);
    expect(JSON.parse(registerJson(table, { hasBadges: false }))).toMatchObject({
      rows: [{}, { certificate: { petvet: '9.9.9', areProbesChecked: false } }],
    });
  });
});
