import { describe, expect, it } from 'vitest';
import { clientTables } from './client-tables.ts';
import { registerMarkdown } from './markdown.ts';
import { AS_OF, forged, holding, holdingClient } from './register.fixture.ts';
import { registerJson } from './register-json.ts';
import { tableOf } from './table.ts';

const MIXED = [
  holding('pets-go'),
  holdingClient('adopt', '1.0.0'),
  holdingClient('adopt', '1.1.0', {
    situations: [
      { name: 'plain', isMet: true },
      { name: 'response-lost', isMet: true },
    ],
  }),
  { ...forged('broken'), kind: 'client' as const },
];

describe('clients of a register', () => {
  it('have rows of their own, and no choices', () => {
    const { rows, clients, implementations, histories } = tableOf(MIXED, AS_OF);
    expect(rows.map(({ name }) => name)).toEqual(['pets-go']);
    expect(implementations).toEqual([{ name: 'pets-go', version: '1.0.0' }]);
    expect(histories).toEqual([]);
    expect(clients).toMatchObject([
      { name: 'adopt', version: '1.1.0', standing: { state: 'conformant' }, client: { stands: { seed: 7 } } },
      {
        name: 'adopt',
        version: '1.0.0',
        date: '2026-11-21',
        evidence: 'client-evidence.jsonl.gz',
        client: {
          about: 'node adopt.mjs',
          date: '2026-11-21',
          freshUntil: '2027-02-19',
          mustRules: { satisfied: 1 },
          warnings: ['CLIENT-6'],
        },
      },
      { name: 'broken', standing: { state: 'refused' } },
    ]);
    expect(clients[2]).not.toHaveProperty('client');
  });

  it('are compared on situations and freedoms, the newest version of each', () => {
    const [situations, freedoms] = clientTables(tableOf(MIXED, AS_OF));
    expect(situations?.head).toEqual(['Situation', 'What happens', 'adopt 1.1.0']);
    expect(situations?.rows).toContainEqual(['response-lost', expect.any(String), 'met']);
    expect(situations?.rows).toContainEqual(['refusals', expect.any(String), 'not met in full']);
    expect(freedoms?.rows).toEqual([
      ['large-ids', 'ids are beyond 2^53', 'stands'],
      ['gzip', 'bodies are compressed if the request accepts gzip', 'stands'],
    ]);
    expect(clientTables(tableOf([holding('pets-go')], AS_OF))).toEqual([]);
  });

  it('are in Markdown and JSON, with badges that lead to their evidence', () => {
    const form = { hasBadges: true, submissions: 'https://register.example/blob' };
    const table = tableOf(MIXED, AS_OF);
    const markdown = registerMarkdown(table, form);
    expect(markdown).toContain('## Clients\n');
    expect(markdown).toMatch(
      /\| `adopt` \| `1\.0\.0` \| conforms \| 2026-11-21 \| 2027-02-19 \| 2 of 3 met \| stands 2 \(seed 7\) \| `warnings: CLIENT-6; node adopt\.mjs` \|/,
    );
    const evidence = 'https://register.example/blob/adopt/1.0.0/client-evidence.jsonl.gz';
    expect(markdown).toContain(`(badges/adopt/1.0.0.svg)](${evidence})`);
    expect(JSON.parse(registerJson(table, form))).toMatchObject({
      rows: [{ name: 'pets-go' }],
      clients: [{}, { evidence, badge: { says: 'conforms (client) · 2026-11-21' } }, { badge: { says: 'refused' } }],
    });
  });
});
