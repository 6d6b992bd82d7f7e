import * as z from 'zod';
import { seal } from './envelope.ts';
import { keyIdOf, type SigningKey } from './keys.ts';
import { Sha256, STATEMENT_TYPE } from './predicate.ts';

/** Source: in-toto attestation, predicates, Simple Verification Result. */
const SVR_TYPE = 'https://in-toto.io/attestation/svr/v0.1';

/** Who verified; its number rises when the same properties come from other checks. */
const VERIFIER = 'urn:petvet:verify:1';

/** What a policy engine reads of a verification. */
const Statement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.array(z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: Sha256 }) })).min(1),
  predicateType: z.literal(SVR_TYPE),
  predicate: z.strictObject({
    verifier: z.strictObject({ id: z.literal(VERIFIER) }),
    timeCreated: z.iso.datetime(),
    properties: z.array(z.string().regex(/^PETVET_[A-Z\d_.]+$/)),
  }),
});

/** What was verified, and which properties it was found to have. */
export interface VerificationResult {
  readonly subject: z.infer<typeof Statement>['subject'];
  /** Words such as `verdicts`; they are written as `PETVET_VERDICTS`. */
  readonly properties: readonly string[];
}

/**
 * Writes results of verifying for policy engines, a line each: a statement, or with a key an envelope that holds it.
 *
 * @param now - in milliseconds since 1970
 */
export function printResults(
  results: readonly VerificationResult[],
  now: number,
  key: Pick<SigningKey, 'privateKey' | 'publicKey'> | undefined,
): string {
  return results
    .map(({ subject, properties }) => {
      const statement: z.infer<typeof Statement> = {
        _type: STATEMENT_TYPE,
        subject,
        predicateType: SVR_TYPE,
        predicate: {
          verifier: { id: VERIFIER },
          timeCreated: new Date(now).toISOString(),
          properties: properties.map(propertyOf),
        },
      };
      const text = JSON.stringify(Statement.parse(statement));
      return `${key === undefined ? text : JSON.stringify(seal(text, key.privateKey, keyIdOf(key.publicKey)))}\n`;
    })
    .join('');
}

function propertyOf(word: string): string {
  return `PETVET_${word.toUpperCase().replaceAll(/[^A-Z\d.]+/g, '_')}`;
}
