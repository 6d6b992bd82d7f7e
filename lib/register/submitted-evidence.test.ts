import { describe, expect, it } from 'vitest';
import { evidenceAmong } from './submitted-evidence.ts';

describe('the evidence of a submission', () => {
  it.each<readonly [readonly string[], ReturnType<typeof evidenceAmong>]>([
    [['evidence.jsonl'], { name: 'evidence.jsonl', file: 'evidence.jsonl' }],
    [['evidence.jsonl.gz'], { name: 'evidence.jsonl', file: 'evidence.jsonl.gz' }],
    [['evidence.jsonl', 'evidence.jsonl.gz'], { name: 'evidence.jsonl', file: 'evidence.jsonl' }],
    [['client-evidence.jsonl.gz'], { kind: 'client', name: 'client-evidence.jsonl', file: 'client-evidence.jsonl.gz' }],
    [['client-evidence.jsonl', 'evidence.jsonl'], { name: 'evidence.jsonl', file: 'evidence.jsonl' }],
    [['client.json'], { kind: 'client', name: 'client-evidence.jsonl', file: 'client-evidence.jsonl' }],
    [[], { name: 'evidence.jsonl', file: 'evidence.jsonl' }],
  ])('among %j is known by its name, also where it is missing', (files, evidence) => {
    expect(evidenceAmong(files)).toEqual(evidence);
  });
});
