import { describe, expect, it } from 'vitest';
import { forged, holding, holdingClient, stale } from './register.fixture.ts';
import type { Standing } from './standing.ts';
import { submissionResult } from './verification-result.ts';

const standing = (state: Standing['state']): Standing => ({
  state,
  reason: 'it is',
  date: '2026-11-22',
  next: 'nothing',
});

const LISTED = ['listed', 'profile complete', 'catalogue 1.0.0'];

describe('the result of a submission', () => {
  it.each([
    ['conformant', [...LISTED.slice(0, 1), 'conforms', ...LISTED.slice(1)]],
    ['partial', [...LISTED.slice(0, 1), 'conforms in part', ...LISTED.slice(1)]],
    ['grace', LISTED],
    ['disputed', LISTED],
    ['stale', []],
    ['withdrawn', []],
    ['refused', []],
    ['unchecked', []],
  ] as const)('that is %s has properties %j', (state, properties) => {
    expect(submissionResult(holding('pets'), standing(state), false)?.properties).toEqual(properties);
  });

  it('of a client says so, and is about the certificate', () => {
    const isListed = submissionResult(holdingClient('adopt'), standing('conformant'), true);
    expect(isListed?.properties).toEqual(['listed', 'conforms', 'client', 'owner']);
    expect(isListed?.subject).toHaveLength(1);
    expect(submissionResult(holdingClient('adopt'), standing('withdrawn'), true)?.properties).toEqual([]);
  });

  it('is about what was certified, and about the certificate', () => {
    const evidence = holding('pets').certificate?.evidence.sha256;
    expect(submissionResult(holding('pets'), standing('conformant'), true)).toMatchObject({
      subject: [
        { name: 'evidence.jsonl', digest: { sha256: evidence } },
        { name: 'pets/1.0.0/certificate.intoto.jsonl', digest: { sha256: 'a'.repeat(64) } },
      ],
      properties: expect.arrayContaining(['owner']),
    });
  });

  it('that is not listed is about the certificate alone, and there is none without one', () => {
    expect(submissionResult(stale('pets'), standing('stale'), true)?.subject).toHaveLength(1);
    expect(submissionResult(forged('pets'), standing('refused'), true)).toBeUndefined();
  });
});
