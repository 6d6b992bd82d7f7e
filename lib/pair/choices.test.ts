import { describe, expect, it } from 'vitest';
import { FREEDOMS, variantsOf, type Freedom } from '../client/freedoms.ts';
import { NO_BODY, type Exchange, type HeaderPair } from '../evidence/exchange.ts';
import { NOON, withServer, type Speech } from '../reference/speak.fixture.ts';
import { choicesIn } from './choices.ts';

/** What shows each freedom; the last one is over the limit. */
const SPEECHES: readonly Speech[] = [
  { path: '/pets?limit=100' },
  { path: '/pets?limit=2', headers: { 'accept-encoding': 'gzip' } },
  { method: 'POST', path: '/pets', body: '{"name":"Ren\\u00e9 \\"id\\": 7.0","categoryId":-3}' },
  { method: 'POST', path: '/pets', body: '{}' },
  { path: '/pets?limit=0' },
  { path: '/pets/no-id' },
  { path: '/pets', authorization: null },
  { path: '/pets?limit=3' },
  { path: '/pets?limit=3' },
];

/** The exchanges with a server that uses these freedoms and no others. */
function exchangesWith(freedoms: readonly Freedom[]): Promise<Exchange[]> {
  const options = { variants: variantsOf(freedoms), perMinute: SPEECHES.length - 2, now: () => NOON };
  return withServer(options, async (speak) => {
    const exchanges: Exchange[] = [];
    for (const speech of SPEECHES) {
      const startedAt = performance.now();
      const { status, rawHeaders, body } = await speak({ ...speech, path: `/v1${speech.path}` });
      // A busy machine is no slow service.
      const took = freedoms.some(({ name }) => name === 'slow-responses') ? performance.now() - startedAt : 1;
      exchanges.push({
        id: exchanges.length + 1,
        request: {
          method: speech.method ?? 'GET',
          target: speech.path,
          headers: Object.entries(speech.headers ?? {}).map(([name, value]): HeaderPair => [
            name,
            [value].flat().join(),
          ]),
          body: speech.body === undefined ? NO_BODY : { kind: 'bytes', bytes: Buffer.from(speech.body) },
          credential: speech.authorization === null ? 'none' : 'primary',
        },
        answer: { status, headers: pairsOf(rawHeaders), body: { kind: 'bytes', bytes: body } },
        times: { startedAt: NOON, answeredAt: NOON + took, endedAt: NOON + took },
      });
    }
    return exchanges;
  });
}

function pairsOf(raw: readonly string[]): HeaderPair[] {
  return raw.flatMap((name, index): HeaderPair[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}

async function usedBy(freedoms: readonly Freedom[]): Promise<string[]> {
  const choices = await choicesIn(await exchangesWith(freedoms));
  return choices.filter(({ is }) => is === 'used').map(({ freedom }) => freedom.name);
}

describe('the choices that responses show', () => {
  it('are none of a server that uses no freedom, and each can be told', async () => {
    const choices = await choicesIn(await exchangesWith([]));
    expect(choices.map(({ freedom, is }) => `${freedom.name} ${is}`)).toEqual(
      FREEDOMS.map(({ name }) => `${name} unused`),
    );
  });

  it.each(FREEDOMS)('tell $name from all others', async (freedom) => {
    // How long a response took is said by a header.
    const others = freedom.name === 'slow-responses' ? ['more-headers'] : [];
    expect(await usedBy([freedom])).toEqual([...others, freedom.name]);
  });

  it('are not those of what was refused as no request of a client is', async () => {
    const [list, , , malformed] = await exchangesWith([]);
    if (list === undefined || malformed?.answer === undefined) throw new Error('no exchanges');
    const answer = { ...malformed.answer, headers: [['content-type', 'application/json; charset=utf-8']] as const };
    const choices = await choicesIn([list, { ...malformed, answer }]);
    expect(choices.filter(({ is }) => is === 'used')).toEqual([]);
  });

  it('cannot be told without responses', async () => {
    const choices = await choicesIn([]);
    expect(new Set(choices.map(({ is }) => is))).toEqual(new Set(['unseen']));
  });
});
