// Tests a client in a session of `petvet serve --sessions`. Run by `node --test adopt.test.mjs`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const { SESSIONS_URL = 'http://127.0.0.1:8080/sessions', ADOPT_BACKOFF = '500' } = process.env;

/** The client: it waits for the longer of Retry-After and its own backoff. */
async function listPets({ baseUrl, apiKey }, limit) {
  for (let attempt = 0; attempt < 10; attempt++) {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${baseUrl}/pets?limit=${limit}`, { headers });
    if (response.ok) return response.json();
    await response.text();
    if (response.status !== 429) throw new Error(`status ${response.status}`);
    await sleep(Math.max(1000 * Number(response.headers.get('Retry-After')), Number(ADOPT_BACKOFF) * 2 ** attempt));
  }
  throw new Error('refused ten times');
}

async function makeSession(situation) {
  const body = JSON.stringify({ situation, client: 'adopt.mjs' });
  return (await fetch(SESSIONS_URL, { method: 'POST', body })).json();
}

await test('backs off', async () => {
  const session = await makeSession('refusals');
  for (let limit = 1; limit <= 6; limit++) await listPets(session, limit);
  const { outcome, rules } = await (await fetch(session.report)).json();
  const unsatisfied = rules.filter(({ verdict }) => verdict !== 'pass');
  assert.equal(outcome, 'conforming', JSON.stringify(unsatisfied, undefined, 2));
});
