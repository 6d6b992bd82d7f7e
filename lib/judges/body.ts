import { headerValues } from '../evidence/exchange.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { requestLine } from './circumstances.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { isJson, isUnread, type Reading } from './reading.ts';

/** JSON-1: documented bodies are JSON and say so. */
export const bodyJudge: ExchangeJudge = { name: 'body', neededFor: 'html-404', rules: ['JSON-1'], judge: judgeBody };

function judgeBody(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const shape = allowedBody(expectation, exchange.answer.status);
  if (shape === undefined || shape === 'any' || expectation.operation === undefined) return [];
  if (body.kind === 'none' || isUnread(body)) return [];
  const base = { rule: 'JSON-1', shownBy: [exchange.id], operation: expectation.operation } as const;
  const { status } = exchange.answer;
  const what = `${requestLine(reading)} returned ${status}`;
  const mediaTypes = headerValues(exchange.answer.headers, 'Content-Type');
  const label = labelOf(mediaTypes);
  if (body.kind === 'not-json' && (body.sure || label !== 'other')) {
    const { why } = body;
    return [
      makeFinding(
        base,
        body.sure ? 'fail' : 'inconclusive',
        body.sure
          ? `${what} with a body that is not JSON: ${why}`
          : `${what} with a body that was not evaluated: ${why}`,
        { expected: 'a JSON body', actual: why, fault: `${status}, not JSON` },
      ),
    ];
  }
  const mediaType = mediaTypes.join(', ');
  if (label === 'other') {
    return [
      makeFinding(base, 'fail', `${what} under the media type ${mediaType}`, {
        expected: 'application/json, or a type that ends in +json',
        actual: mediaType,
        fault: `${status} under another media type`,
        place: 'Content-Type',
      }),
    ];
  }
  if (label === 'tolerable') {
    return [
      makeFinding(
        base,
        'warn',
        `${what} with JSON under ${mediaType === '' ? 'no media type' : `the media type ${mediaType}`}`,
        {
          expected: 'application/json',
          actual: mediaType === '' ? 'no Content-Type' : mediaType,
          fault: `${status} not labelled as JSON`,
          place: 'Content-Type',
        },
      ),
    ];
  }
  if (isJson(body) && body.lenient !== undefined) {
    const actual = `JSON ${body.lenient}`;
    return [
      makeFinding(base, 'warn', `${what} with ${actual}`, {
        expected: 'JSON as RFC 8259 defines it',
        actual,
        fault: `${status}, ${actual}`,
      }),
    ];
  }
  return [makeFinding(base, 'pass', 'bodies under a JSON media type are JSON')];
}

type Label = 'json' | 'tolerable' | 'other';

/** The media types that an answer declares; a gateway may repeat one, and JSON beside something else is tolerable. */
function labelOf(mediaTypes: readonly string[]): Label {
  const labels = mediaTypes.flatMap((value) => value.replaceAll(/"[^"]*"/g, '""').split(',')).map(kindOf);
  const [first = 'tolerable', ...others] = new Set(labels);
  if (others.length === 0) return first;
  return labels.includes('json') ? 'tolerable' : 'other';
}

function kindOf(mediaType: string): Label {
  const essence = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence === 'application/json' || /^[\w.!#$&^-]+\/[\w.!#$&^+-]+\+json$/.test(essence)) return 'json';
  return ['', 'text/json', 'text/x-json', 'application/x-json'].includes(essence) ? 'tolerable' : 'other';
}
