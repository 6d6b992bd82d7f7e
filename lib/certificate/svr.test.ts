import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { aKey } from './certificate.fixture.ts';
import { Envelope, isSignedBy, statementIn } from './envelope.ts';
import { printResults } from './svr.ts';

/** What the page of the predicate and that of statements demand. Source: in-toto attestation, spec/predicates/svr.md and spec/v1. */
const SCHEMA = {
  type: 'object',
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['digest'],
        properties: {
          name: { type: 'string' },
          digest: {
            type: 'object',
            minProperties: 1,
            additionalProperties: { type: 'string', pattern: '^[0-9a-f]+$' },
          },
        },
      },
    },
    predicateType: { const: 'https://in-toto.io/attestation/svr/v0.1' },
    predicate: {
      type: 'object',
      required: ['verifier', 'timeCreated', 'properties'],
      properties: {
        verifier: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uri' } } },
        timeCreated: { type: 'string', format: 'date-time', pattern: 'Z$' },
        properties: { type: 'array', items: { type: 'string', minLength: 1 } },
      },
    },
  },
};

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const isValid = ajv.compile(SCHEMA);

const NOW = Date.parse('2026-11-30T10:00:00Z');

const RESULTS = [
  {
    subject: [{ name: 'pets', digest: { sha256: 'a'.repeat(64) } }],
    properties: ['valid', 'catalogue 1.0.0', 'in part'],
  },
  { subject: [{ name: 'certificate.intoto.jsonl', digest: { sha256: 'b'.repeat(64) } }], properties: [] },
];

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('results of verifying', () => {
  it('are statements as in-toto defines them, a line each', () => {
    const lines = linesOf(printResults(RESULTS, NOW, undefined));
    for (const line of lines) expect(isValid(line), JSON.stringify(isValid.errors)).toBe(true);
    expect(lines).toMatchObject([
      {
        subject: RESULTS[0]?.subject,
        predicate: {
          timeCreated: '2026-11-30T10:00:00.000Z',
          properties: ['PETVET_VALID', 'PETVET_CATALOGUE_1.0.0', 'PETVET_IN_PART'],
        },
      },
      { predicate: { properties: [] } },
    ]);
  });

  it('are held to that schema: it finds what is missing', () => {
    const [line] = linesOf(printResults(RESULTS, NOW, undefined));
    for (const member of ['_type', 'subject', 'predicateType', 'predicate'])
      expect(isValid({ ...Object(line), [member]: undefined }), member).toBe(false);
    expect(isValid({ ...Object(line), predicate: { verifier: { id: 'petvet' } } })).toBe(false);
  });

  it('are signed with a key, as certificates are', () => {
    const key = aKey();
    const plain = printResults(RESULTS, NOW, undefined).trimEnd().split('\n');
    const envelopes = linesOf(printResults(RESULTS, NOW, key)).map((line) => Envelope.parse(line));
    expect(envelopes.map((one) => isSignedBy(one, key.publicKey))).toEqual([true, true]);
    expect(envelopes.map((one) => isSignedBy(one, aKey().publicKey))).toEqual([false, false]);
    expect(envelopes.map(statementIn)).toEqual(plain);
  });
});
