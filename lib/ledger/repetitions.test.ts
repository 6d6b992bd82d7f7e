import { describe, expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import { aFinding } from './ledger.fixture.ts';
import { Repetitions } from './repetitions.ts';

/** Requests by their targets; a `!` marks those whose response violates the rule. */
function said(...targets: readonly string[]): string | undefined {
  const repetitions = new Repetitions();
  for (const [index, target] of targets.entries()) {
    const verdict = target.endsWith('!') ? 'fail' : 'pass';
    repetitions.note(anExchange({ id: index + 1, target: target.replace('!', '') }), [aFinding('ERR-3', verdict)]);
  }
  return repetitions.said('ERR-3');
}

describe('a rule that is violated now and then', () => {
  it('is said so, with its share of all requests and of one', () => {
    const others = Array.from({ length: 36 }, (_, index) => `/pets?limit=${index + 1}`);
    expect(said(...others, '/pets!', '/pets', '/pets', '/pets', '/pets')).toBe(
      '1 of 41 requests, GET /pets 1 of 5 times',
    );
  });

  it('is not said where a request meets it each time, or was sent once', () => {
    expect(said('/pets?limit=1', '/pets!', '/pets!')).toBeUndefined();
    expect(said('/pets?limit=1', '/pets!')).toBeUndefined();
    expect(said('/pets', '/pets')).toBeUndefined();
  });

  it('has a share where others satisfied the rule', () => {
    const repetitions = new Repetitions();
    expect(repetitions.share('ERR-3')).toBeUndefined();
    repetitions.note(anExchange({ id: 1, target: '/pets' }), [aFinding('ERR-3', 'fail')]);
    expect(repetitions.share('ERR-3')).toBeUndefined();
    repetitions.note(anExchange({ id: 2, target: '/pets?limit=1' }), [aFinding('ERR-3', 'pass')]);
    expect(repetitions.share('ERR-3')).toBe('1 of 2 requests');
  });

  it('is counted for each request, for those that violated it, and for all', () => {
    const repetitions = new Repetitions();
    const [one, other, third] = ['/pets?limit=1', '/pets?limit=2', '/pets?limit=3'].map((target, index) =>
      anExchange({ id: index + 1, target }),
    );
    if (one === undefined || other === undefined || third === undefined) throw new TypeError('three are made');
    repetitions.note(one, [aFinding('ERR-3', 'fail')]);
    repetitions.note({ ...one, id: 4 }, [aFinding('ERR-3', 'pass')]);
    repetitions.note(other, [aFinding('ERR-3', 'pass')]);
    expect(repetitions.ofRequest('ERR-3', one.request)).toMatchObject({ violated: 1, judged: 2 });
    expect(repetitions.ofRequest('ERR-3', third.request)).toBeUndefined();
    expect(repetitions.ofRequest('ERR-7', one.request)).toBeUndefined();
    expect(repetitions.ofViolating('ERR-3')).toMatchObject([{ violated: 1, judged: 2 }]);
    expect(repetitions.ofAll('ERR-3')).toMatchObject({ violated: 1, judged: 3 });
  });

  it('counts refusals alone where the rule is about those: what was served had no Retry-After to miss', () => {
    const repetitions = new Repetitions();
    const served = anExchange({ id: 1, target: '/pets?limit=1' });
    const refused = anExchange({ id: 3, target: '/pets?limit=1', status: 429 });
    for (const id of [1, 2]) repetitions.note({ ...served, id }, []);
    repetitions.note(refused, [aFinding('RATE-7', 'fail')]);
    expect(repetitions.said('RATE-7')).toBeUndefined();
    expect(repetitions.ofRequest('RATE-7', refused.request)).toEqual({ violated: 1, judged: 1 });
    repetitions.note({ ...refused, id: 4 }, [aFinding('RATE-7', 'pass')]);
    expect(repetitions.said('RATE-7')).toBe('1 of 2 requests, GET /pets?limit=1 1 of 2 times');
  });

  it('counts a response that the rule does not concern where the same request violated it another time', () => {
    const repetitions = new Repetitions();
    const sent = anExchange({ id: 1, target: '/pets?limit=1000' });
    repetitions.note(sent, [aFinding('ERR-3', 'fail')]);
    for (const id of [2, 3]) repetitions.note({ ...sent, id }, [aFinding('LIST-8', 'pass')]);
    repetitions.note({ ...sent, id: 4 }, [aFinding('ERR-3', 'inconclusive')]);
    expect(repetitions.ofRequest('ERR-3', sent.request)).toMatchObject({ violated: 1, judged: 3 });
    expect(repetitions.ofViolating('ERR-3')).toMatchObject([{ violated: 1, judged: 3 }]);
    expect(repetitions.ofRequest('LIST-8', sent.request)).toMatchObject({ violated: 0, judged: 2 });
  });

  it('counts no response of another status where the rule is about what one status holds', () => {
    const repetitions = new Repetitions();
    const found = anExchange({ id: 1, target: '/pets/7' });
    repetitions.note(found, [aFinding('GET-5', 'fail')]);
    repetitions.note(anExchange({ id: 2, target: '/pets/7', status: 404 }), []);
    expect(repetitions.said('GET-5')).toBeUndefined();
    repetitions.note({ ...found, id: 3 }, []);
    expect(repetitions.said('GET-5')).toBe('1 of 1 requests, GET /pets/7 1 of 2 times');
  });

  it('tells requests apart by their bodies', () => {
    const repetitions = new Repetitions();
    for (const [id, name, verdict] of [
      [1, 'a', 'pass'],
      [2, 'b', 'fail'],
    ] as const)
      repetitions.note(anExchange({ id, method: 'POST', target: '/pets', sends: { name } }), [
        aFinding('ERR-3', verdict),
      ]);
    expect(repetitions.said('ERR-3')).toBeUndefined();
  });
});
