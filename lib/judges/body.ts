import { headerValue } from '../evidence/exchange.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { requestLine } from './circumstances.ts';
import type { Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import type { Reading } from './reading.ts';

/** JSON-1: documented bodies are JSON and say so. */
export const bodyJudge: ExchangeJudge = { rules: ['JSON-1'], judge: judgeBody };

function judgeBody(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const shape = allowedBody(expectation, exchange.answer.status);
  if (shape === undefined || shape === 'any' || expectation.operation === undefined) return [];
  if (body.kind !== 'json' && body.kind !== 'not-json') return [];
  const base = { rule: 'JSON-1', shownBy: [exchange.id], operation: expectation.operation } as const;
  const what = `${requestLine(reading)} answered ${exchange.answer.status}`;
  if (body.kind === 'not-json') {
    return [
      {
        ...base,
        verdict: body.sure ? 'fail' : 'inconclusive',
        says: `${what} with a body that is no JSON: ${body.why}`,
        expected: 'a JSON body',
        actual: body.why,
      },
    ];
  }
  const mediaType = headerValue(exchange.answer.headers, 'Content-Type');
  switch (kindOf(mediaType)) {
    case 'json':
      return [{ ...base, verdict: 'pass', says: 'documented bodies are JSON and are labelled so' }];
    case 'tolerable':
      return [
        {
          ...base,
          verdict: 'warn',
          says: `${what} with JSON under ${mediaType === undefined ? 'no media type' : `the media type ${mediaType}`}`,
          expected: 'application/json',
          actual: mediaType ?? 'no Content-Type',
        },
      ];
    default:
      return [
        {
          ...base,
          verdict: 'fail',
          says: `${what} under the media type ${mediaType}`,
          expected: 'application/json, or a type that ends in +json',
          actual: mediaType ?? 'no Content-Type',
        },
      ];
  }
}

function kindOf(mediaType: string | undefined): 'json' | 'tolerable' | 'other' {
  const essence = mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence === 'application/json' || /^[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json$/.test(essence)) return 'json';
  return essence === '' || essence === 'text/json' ? 'tolerable' : 'other';
}
