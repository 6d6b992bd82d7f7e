import { describe, expect, it } from 'vitest';
import { aContent } from '../certificate/certificate.fixture.ts';
import { observed } from '../diff/diff.fixture.ts';
import { registerMarkdown } from './markdown.ts';
import { AS_OF, holding, stale } from './register.fixture.ts';
import { registerJson } from './register-json.ts';
import { tableOf } from './table.ts';

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

  it('is compared only where two implementations met it, and where it does not hang on the run', () => {
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
    const { histories } = tableOf([first, stale('pets-go', '1.0.1'), second], AS_OF);
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
    const markdown = registerMarkdown(tableOf([first, stale('pets-go', '1.0.1'), second], AS_OF), { hasBadges: false });
    expect(markdown).toContain('| `1.0.1` |  |  | result | `conforms` | `refused` |');
    expect(markdown).toContain('| `1.1.0, since 1.0.0` | 2026-11-22 |  | result | `refused` | `conforms` |');
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
