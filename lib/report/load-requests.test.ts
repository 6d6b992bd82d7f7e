import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { aStep } from '../evidence/load-step.fixture.ts';
import { figuresOf } from './load-figures.ts';
import { aReport } from './report.fixture.ts';
import { requestsOfLoad } from './load-run.ts';

/** Of a run of two admitted requests, which sent some before them. */
function requestsOf(sent: number, refused: number, steps: Parameters<typeof requestsOfLoad>[0]['steps'] = []) {
  const { run } = aReport({ run: { sent, refused } });
  return requestsOfLoad({ figures: figuresOf([aSample(), aSample()], []), steps, run });
}

describe('the requests of a load run', () => {
  it('are those of its windows, and apart from them those that read the limit before', () => {
    expect(requestsOf(3, 1)).toEqual({
      sent: 2,
      refused: 0,
      besides: '1 request before the load to read the rate limit, 1 of them refused',
    });
    expect(requestsOf(3, 0).besides).toBe('1 request before the load to read the rate limit');
    expect(requestsOf(2, 0)).toEqual({ sent: 2, refused: 0 });
  });

  it('are all that were sent where the windows do not count them', () => {
    expect(requestsOf(9, 4, [aStep({})])).toEqual({ sent: 9, refused: 4 });
    expect(requestsOf(1, 0)).toEqual({ sent: 1, refused: 0 });
  });
});
