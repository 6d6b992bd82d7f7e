import { describe, expect, it } from 'vitest';
import { anExchange, aReport, aViolation, bytes } from '../report.fixture.ts';
import { findingView } from './finding-view.ts';
import { exchangeLines } from '../terminal-violations.ts';

const LOOK = {
  exchanges: new Map(),
  run: { runId: 'r1', created: [] },
  service: { baseUrl: 'http://127.0.0.1:8080/v1', target: 'unnamed' },
  mostExchanges: 1,
  mostBody: 100,
};

it.each(['POST /pets (no body) returned 201', 'it returned 201'])(
  'a finding names its input, whatever the sentence is: %s',
  (says) => {
    const finding = aViolation({ rule: 'CREATE-7', says, input: 'no body' });
    expect(String(findingView(finding, LOOK))).toContain('Input: no body</p>');
    expect(String(findingView(aViolation({ rule: 'CREATE-7', says }), LOOK))).not.toContain('Input:');
  },
);

describe('what is wrong in an exchange stands out', () => {
  const pets = [1, 2].map((id) => ({ id, name: 'Rex', categoryId: 3, status: 'reserved' }));
  const exchange = anExchange({ answer: { status: 201, body: bytes(JSON.stringify(pets)) } });
  const page = (parts: Partial<ReturnType<typeof aViolation>>) => {
    const view = findingView(aViolation({ rule: 'RATE-1', ...parts }), {
      ...LOOK,
      exchanges: new Map([[1, exchange]]),
      mostBody: 4_000,
    });
    return [...String(view).matchAll(/<mark>(.*?)<\/mark>/g)].map(([, marked = '']) =>
      marked.replaceAll('&quot;', '"'),
    );
  };
  const terminal = (parts: Partial<ReturnType<typeof aViolation>>) =>
    exchangeLines(exchange, aReport(), { colour: true, width: 100 }, aViolation({ rule: 'RATE-1', ...parts }))
      .flatMap((line) => line.split('\u001b[31m').slice(1))
      .map((line) => line.split('\u001b')[0]);

  it('and of what is missing nothing that is there', () => {
    const missing = {
      says: 'POST /pets returned 201 without X-RateLimit-Reset',
      expected: 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
      actual: 'no X-RateLimit-Reset',
    };
    expect([page(missing), terminal(missing)]).toEqual([[], []]);
  });

  it('as the header, the status or the member of one item', () => {
    const header = {
      says: '',
      expected: 'a whole number',
      actual: 'X-RateLimit-Remaining: 12',
      place: 'X-RateLimit-Remaining',
    };
    expect([page(header), terminal(header)]).toEqual([['X-RateLimit-Remaining: 12'], ['X-RateLimit-Remaining: 12']]);
    const status = { says: '', expected: '400', actual: '201', wrongStatus: 201 };
    expect([page(status), terminal(status)]).toEqual([['400', '201', '201'], ['201']]);
    const item = { says: 'item 2 is not a Pet', expected: 'a Pet', actual: 'status is "reserved"', place: 'status' };
    expect([page(item), terminal(item)]).toEqual([['"status":"reserved"'], []]);
  });
});
