import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anXray } from '../limiter.fixture.ts';
import { anExchange, aViolation, bytes, type ReportParts } from '../report.fixture.ts';

import { archiveOf, ESC, page, VIOLATING } from './render.fixture.ts';

/** What a service may say to harm the reader of a report. */
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`${ESC}[31m\u202Egnp.exe\u2028\u0000`;

describe('a hostile service', () => {
  const exchange = anExchange({
    request: { target: `/pets?${HOSTILE}` },
    answer: {
      headers: [['X-Odd', HOSTILE]],
      body: bytes(new Uint8Array([...new TextEncoder().encode(HOSTILE.repeat(50_000)), 0xff])),
    },
    probe: HOSTILE,
  });
  const parts: ReportParts = {
    outcome: 'violating',
    rows: [
      {
        id: 'LIST-2',
        verdict: 'fail',
        says: HOSTILE,
        findings: [aViolation({ rule: 'LIST-2', says: HOSTILE, expected: HOSTILE, actual: HOSTILE })],
      },
      {
        id: 'LIST-5',
        level: 'observed',
        verdict: 'observed',
        says: HOSTILE,
        findings: [aViolation({ rule: 'LIST-5', verdict: 'observed', says: HOSTILE })],
      },
      { id: 'GET-4', verdict: 'not-exercised', says: HOSTILE },
    ],
    exchanges: [exchange],
    knowledge: { target: HOSTILE, baseUrl: `http://127.0.0.1/${HOSTILE}/v1`, leftOutInputs: [HOSTILE] },
    run: {
      aborted: HOSTILE,
      endedEarly: HOSTILE,
      created: [HOSTILE],
      counterexamples: [{ probe: HOSTILE, rules: ['LIST-2'], seed: 1, path: HOSTILE, smallest: HOSTILE }],
    },
    xrays: [
      anXray({
        kinds: [
          { kind: 'token bucket', contradictions: [{ rule: 'RATE-4', by: 'refill', shownBy: [1], says: HOSTILE }] },
        ],
      }),
    ],
  };

  it('adds no element, no control character and no override', async () => {
    const html = await page(parts);
    expect(html.match(/<script[ >]/g)).toHaveLength(2);
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028\u2029\u200B-\u200F]/);
    // oxlint-disable-next-line no-control-regex -- what must not be in the page is looked for
    expect(html).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F]/);
    expect(html).toContain('\\u{202e}');
  });

  it('puts nothing harmful into what is shown on demand', async () => {
    const [one] = archiveOf(await page(parts));
    expect(one?.answer).toContain('</script><script>');
    expect([one?.request, one?.answer].join('').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('makes no large page', async () => {
    expect((await page(parts)).length).toBeLessThan(400_000);
  });
});

/** A long body of which a part cannot be packed. */
function noise(id: number): string {
  return createHash('sha512').update(`${id}`).digest('base64').repeat(4) + 'x'.repeat(4_000);
}

describe('a long run', () => {
  it('of 5000 exchanges with long bodies stays below 5 MB', async () => {
    const exchanges = Array.from({ length: 5_000 }, (_, index) =>
      anExchange({
        id: index + 1,
        answer: { body: bytes(noise(index)) },
        times: { startedAt: index * 20, endedAt: index * 20 + 4 },
      }),
    );
    const html = await page({ ...VIOLATING, exchanges: exchanges.slice(0, 100) }, exchanges);
    expect(html.length).toBeLessThan(5_000_000);
    expect(archiveOf(html)).toHaveLength(5_000);
  });

  it('whose bodies cannot be packed is shortened until it fits', async () => {
    let state = 1;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return String.fromCharCode(33 + ((state >> 8) % 90));
    };
    const exchanges = Array.from({ length: 3_000 }, (_, index) =>
      anExchange({ id: index + 1, answer: { body: bytes(Array.from({ length: 2_000 }, random).join('')) } }),
    );
    const html = await page({}, exchanges);
    expect(html.length).toBeLessThan(5_000_000);
    expect(archiveOf(html)).toHaveLength(3_000);
    expect(archiveOf(html)[2_999]?.answer).toMatch(/^200\nContent-Type/);
  });
});
