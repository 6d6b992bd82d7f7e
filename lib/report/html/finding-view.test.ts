import { expect, it } from 'vitest';
import { aViolation } from '../report.fixture.ts';
import { findingView } from './finding-view.ts';

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
