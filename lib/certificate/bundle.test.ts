import { toDSSEBundle } from '@sigstore/bundle';
import { toSignedEntity, Verifier } from '@sigstore/verify';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printCertificate, readCertificate } from './bundle.ts';
import { aCertificate, aContent, aKey, envelopesIn, predicateIn } from './certificate.fixture.ts';
import { seal, statementIn, type Envelope } from './envelope.ts';
import { keyIdOf, pemOf } from './keys.ts';
import type { KeyObject } from 'node:crypto';

/** Checks an envelope with the code of somebody else. */
function verifiedElsewhere({ payload, payloadType, signatures: [{ keyid, sig }] }: Envelope, publicKey: KeyObject) {
  const bundle = toDSSEBundle({
    artifact: Buffer.from(payload, 'base64'),
    artifactType: payloadType,
    signature: Buffer.from(sig, 'base64'),
    keyHint: keyid,
  });
  const trusted = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    tlogs: [],
    ctlogs: [],
    publicKey: () => ({ publicKey, validFor: () => true }),
  };
  return new Verifier(trusted, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(
    toSignedEntity(bundle),
  );
}

describe('a certificate', () => {
  it('is read as it was written', () => {
    const key = aKey();
    const reading = readCertificate(aCertificate(key), key.publicKey);
    expect(reading).toMatchObject({ state: 'signed', predicate: aContent() });
  });

  it('has two envelopes of in-toto that another verifier accepts, each with its own signature', () => {
    const { privateKey, publicKey } = aKey();
    const envelopes = envelopesIn(aCertificate({ privateKey, publicKey }).toString());
    expect(envelopes).toHaveLength(2);
    for (const envelope of envelopes) {
      expect(verifiedElsewhere(envelope, publicKey).key).toBe(publicKey);
      expect(() => verifiedElsewhere(envelope, aKey().publicKey)).toThrow('signature verification failed');
    }
    const [one, other] = envelopes;
    if (one === undefined || other === undefined) throw new TypeError('two envelopes');
    expect(() => verifiedElsewhere({ ...one, payload: other.payload }, publicKey)).toThrow(
      'signature verification failed',
    );
  });

  it('begins with the standard predicate for the result of tests', () => {
    const [first] = envelopesIn(aCertificate().toString());
    if (first === undefined) throw new TypeError('two envelopes');
    expect(first.payloadType).toBe('application/vnd.in-toto+json');
    expect(JSON.parse(statementIn(first))).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'evidence.jsonl', digest: { sha256: aContent().evidence.sha256 } }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: { result: 'WARNED', passedTests: ['LIST-2'], warnedTests: ['AUTH-5'], failedTests: [] },
    });
  });

  it('signed by another key than the one that is asked for is told with the names of both', () => {
    const [key, other] = [aKey(), aKey()];
    const reading = readCertificate(aCertificate(key), other.publicKey);
    expect(reading).toEqual({
      state: 'other key',
      says: `it is signed with the key ${keyIdOf(key.publicKey)}, not with ${keyIdOf(other.publicKey)}`,
    });
  });
});

describe('a changed certificate is found:', () => {
  const key = aKey();
  const whole = aCertificate(key);

  it('any byte that is another one', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(readCertificate(changed).state).toBe('changed');
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it('any byte that is missing or was put in', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, takesAway) => {
        const put = takesAway ? Buffer.of() : Buffer.of(byte);
        const changed = Buffer.concat([whole.subarray(0, at), put, whole.subarray(takesAway ? at + 1 : at)]);
        expect(['changed', 'foreign']).toContain(readCertificate(changed).state);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });

  it('any length but its own', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(['changed', 'foreign']).toContain(readCertificate(whole.subarray(0, length)).state);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('a byte of what is signed, put into a correct envelope', () => {
    const [first, second] = envelopesIn(whole.toString());
    if (first === undefined || second === undefined) throw new TypeError('two envelopes');
    const statement = statementIn(second);
    fc.assert(
      fc.property(fc.nat(statement.length - 1), fc.constantFrom('0', '1', 'a', 'b', ' '), (at, character) => {
        fc.pre(statement[at] !== character);
        const payload = Buffer.from(statement.slice(0, at) + character + statement.slice(at + 1)).toString('base64');
        const text = [first, { ...second, payload }].map((one) => `${JSON.stringify(one)}\n`).join('');
        expect(readCertificate(Buffer.from(text)).state).toBe('changed');
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it.each([
    ['a third line', `${whole.toString()}{}\n`, 'it does not end with the second line'],
    [
      'its lines in the other order',
      whole.toString().trimEnd().split('\n').toReversed().join('\n') + '\n',
      'as petvet writes it',
    ],
    ['one line', whole.toString().split('\n', 1).join(''), 'its second line is not a DSSE envelope'],
    ['line ends of Windows', whole.toString().replaceAll('\n', '\r\n'), 'not written as petvet writes them'],
    ['a byte order mark', `\ufeff${whole.toString()}`, 'its first line is not a DSSE envelope'],
    ['blanks', whole.toString().replace('{', '{ '), 'not written as petvet writes them'],
    ['base64 without padding', whole.toString().replace(/=+"/, '"'), 'line is not a DSSE envelope'],
  ])('%s', (_what, text, says) => {
    expect(readCertificate(Buffer.from(text))).toEqual({ state: 'changed', says: expect.stringContaining(says) });
  });

  it('the name of the key, which no signature covers', () => {
    const text = whole.toString().replaceAll(keyIdOf(key.publicKey), keyIdOf(aKey().publicKey));
    expect(readCertificate(Buffer.from(text))).toEqual({
      state: 'changed',
      says: 'the name of the key beside a signature is not that of the key',
    });
  });

  it('a statement of another certificate of the same key', () => {
    const better = { ...aContent().claims, seed: 7 };
    const [first] = aCertificate(key, { claims: better }).toString().split('\n');
    const [, second] = whole.toString().split('\n');
    expect(readCertificate(Buffer.from(`${first}\n${second}\n`))).toEqual({
      state: 'changed',
      says: 'its two statements do not belong together',
    });
  });

  it('a member that stands twice, which readers would understand differently', () => {
    const [first, second] = envelopesIn(whole.toString());
    if (first === undefined || second === undefined) throw new TypeError('two envelopes');
    const twice = statementIn(second).replace('"predicate":{', '"predicate":{"petvet":"9.9.9",');
    const sealed = seal(twice, key.privateKey, keyIdOf(key.publicKey));
    const text = [first, sealed].map((one) => `${JSON.stringify(one)}\n`).join('');
    expect(readCertificate(Buffer.from(text))).toMatchObject({ state: 'changed' });
  });

  it('somebody else’s key in it, with everything else signed by the first', () => {
    const other = aKey();
    const text = printCertificate(aContent(), { privateKey: key.privateKey, publicKey: other.publicKey });
    expect(readCertificate(Buffer.from(text))).toMatchObject({
      state: 'changed',
      says: expect.stringContaining('does not match'),
    });
    expect(predicateIn(text).signer.publicKey).toBe(pemOf(other.publicKey));
  });
});

describe('what is no certificate that this petvet knows', () => {
  it.each(['', '\n', '{}', 'x'.repeat(1_000), '[]\n[]\n', '\0\0'])('%j', (text) => {
    expect(readCertificate(Buffer.from(text))).toEqual({
      state: 'foreign',
      says: 'it holds no DSSE envelope of an in-toto statement',
    });
  });

  it('a statement of another format, signed by the key that is asked for', () => {
    const key = aKey();
    const [first] = envelopesIn(aCertificate(key).toString());
    const other = seal(
      '{"_type":"https://in-toto.io/Statement/v1","predicateType":"urn:petvet:certificate:2"}',
      key.privateKey,
      '',
    );
    const text = [first, other].map((one) => `${JSON.stringify(one)}\n`).join('');
    expect(readCertificate(Buffer.from(text), key.publicKey)).toEqual({
      state: 'newer',
      says: 'its second statement is not a certificate of a format that this petvet knows',
    });
    expect(readCertificate(Buffer.from(text), aKey().publicKey)).toMatchObject({ state: 'changed' });
  });
});
