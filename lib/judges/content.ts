import type { ExactJson } from '../evidence/exact-json.ts';
import { requestLine } from './circumstances.ts';
import { blameOn, type BlamedOn } from './blame.ts';
import { makeFinding, type Finding, type Subject } from './finding.ts';
import type { Reading } from './reading.ts';

/** What a body holds for a judge of shapes: a value (undefined where the body is empty), or why there is nothing to judge. */
type Content =
  | { readonly kind: 'content'; readonly value: ExactJson | undefined }
  | { readonly kind: 'none'; readonly findings: Finding[] };

/**
 * The content of an answer's body for a rule on its shape.
 *
 * @param base - the rule, and what its finding says besides the verdict
 */
export function contentOf(reading: Reading, base: Subject & { readonly rule: BlamedOn<'JSON-1'> }): Content {
  const { body } = reading;
  switch (body.kind) {
    case 'json':
      return { kind: 'content', value: body.value };
    case 'none':
      return { kind: 'content', value: undefined };
    case 'not-json':
      return { kind: 'none', findings: [blameOn(base, 'JSON-1')] };
    case 'passed-over':
      return {
        kind: 'none',
        findings: [
          makeFinding(base, 'inconclusive', notEvaluated(reading, body.why), {
            fault: 'a body that was not evaluated',
          }),
        ],
      };
    default:
      return { kind: 'none', findings: [] };
  }
}

function notEvaluated(reading: Reading, why: string): string {
  return `${requestLine(reading)} returned ${reading.exchange.answer.status} with a body that was not evaluated: ${why}`;
}
