import { describe, expect, it } from 'vitest';
import { Deployment } from './deployment.ts';
import { anExchange } from './judges.fixture.ts';

/** What is said of responses whose header has these values, one after the other. */
function judge(name: string, values: readonly (string | undefined)[]) {
  const deployment = new Deployment();
  for (const [index, value] of values.entries())
    deployment.see({ ...anExchange({ headers: value === undefined ? [] : [[name, value]] }), id: index + 1 });
  return { from: deployment.from, says: deployment.conclude().map(({ verdict, says }) => `${verdict}: ${says}`) };
}

const OLD_TO_NEW = ['1.4.0', '1.4.0', '1.4.0', '1.4.1', '1.4.1', '1.4.1'];

describe('a header that names the build', () => {
  it.each(['X-Version', 'x-app-version', 'X-Build-Id', 'X-Git-Commit', 'X-Revision', 'X-Release'])(
    '%s tells of a deploy when it changes once',
    (name) => {
      expect(judge(name, OLD_TO_NEW)).toEqual({
        from: 4,
        says: [`observed: another build responds from #4 on: ${name.toLowerCase()} was 1.4.0, then 1.4.1`],
      });
    },
  );

  it.each([
    ['stays', ['1', '1', '1', '1']],
    ['goes to and fro, as several builds answer', ['1', '1', '1', '2', '2', '2', '1']],
    ['has a value of its own in each response', ['1', '2', '3', '4', '5', '6']],
    ['changed too late to tell', ['1', '1', '1', '2']],
    ['is there now and then', ['1', undefined, '1', undefined]],
  ])('that %s tells of none', (_how, values) => {
    expect(judge('X-Version', values)).toEqual({ from: undefined, says: [] });
  });

  it.each(['Server', 'ETag', 'X-Request-Id', 'X-Conversion'])('%s names none', (name) => {
    expect(judge(name, OLD_TO_NEW).says).toEqual([]);
  });
});
