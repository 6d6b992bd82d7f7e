import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { parseChecker } from './checker.ts';
import { subjectsOf } from './subjects.ts';
import { gradeChecker, isGraded, type Grade, type GradingOptions } from './grade-checker.ts';

const OPTIONS: GradingOptions = { parallel: 3, timeoutSeconds: 15, interrupt: new AbortController().signal };

const NODE = `'${process.execPath}'`;

/** A whole checker: are there two pets where one was asked for? */
const ONE_OR_TWO = `${NODE} -e '
  const [url, key] = process.argv.slice(1);
  const headers = { authorization: "Bearer " + key };
  const ask = async () => (await (await fetch(url + "/pets?limit=1", { headers })).json()).length;
  await ask();
  const seen = await ask();
  console.log("saw " + seen);
  process.exit(seen > 1 ? 1 : 0);
' --input-type=module {url} {key}`;

async function gradesOf(command: string, names: readonly string[], options: Partial<GradingOptions> = {}) {
  const grades = await gradeChecker(parseChecker(command), subjectsOf(names), { ...OPTIONS, ...options });
  return grades.map(({ name, state, requests, end }) => ({ name, state, requests, said: end.said }));
}

describe('any checker is graded', () => {
  it('by its exit status, with its requests and its last words', async () => {
    const seen: Grade[] = [];
    const names = ['conforming', 'limit-1-gives-2', 'json-indented'];
    const onGrade = (grade: Grade) => void seen.push(grade);
    const grades = await gradesOf(ONE_OR_TWO, names, { onGrade });
    expect(grades).toEqual([
      { name: 'conforming', state: 'in peace', requests: 2, said: 'saw 1' },
      { name: 'limit-1-gives-2', state: 'caught', requests: 2, said: 'saw 2' },
      { name: 'json-indented', state: 'in peace', requests: 2, said: 'saw 1' },
    ]);
    expect(seen.map(({ name }) => name).toSorted()).toEqual(grades.map(({ name }) => name).toSorted());
  });

  it.each([
    [0, ['in peace', 'survived']],
    [1, ['false alarm', 'caught']],
    [2, ['undecided', 'undecided']],
  ])('when it always leaves with %i', async (status, states) => {
    const grades = await gradesOf(`${NODE} -e 'process.exit(${status})'`, ['conforming', 'limit-1-gives-2']);
    expect(grades.map(({ state }) => state)).toEqual(states);
  });

  it('from the environment, too, without settings of this process', async () => {
    const script = 'console.log(process.env.PETVET_KEY === process.argv[1], process.env.PETVET_OTHER)';
    process.env['PETVET_OTHER'] = 'x';
    const [grade] = await gradesOf(`${NODE} -e '${script}' {key}`, ['conforming']);
    delete process.env['PETVET_OTHER'];
    expect(grade?.said).toBe('true undefined');
  });
});

describe('a checker that does not end', () => {
  it.skipIf(process.platform === 'win32')('is ended with all that it started, and has not decided', async () => {
    const command = `sh -c 'sleep 60 & echo started; wait'`;
    const [grade] = await gradesOf(command, ['conforming'], { timeoutSeconds: 0.5 });
    // What it started holds its output, so that the grade came shows that it is gone as well.
    expect(grade).toMatchObject({ state: 'undecided', said: 'started' });
  });

  it('ends when the user wants to, and what was not judged is left out', async () => {
    const controller = new AbortController();
    const grading = gradesOf(`${NODE} -e 'setTimeout(() => {}, 60_000)'`, ['conforming', 'limit-1-gives-2'], {
      parallel: 1,
      interrupt: controller.signal,
    });
    controller.abort();
    expect(await grading).toEqual([]);
  });
});

it('a checker that cannot be started is a fault of the command, and of no service', async () => {
  await expect(gradesOf('no-such-command-anywhere {url}', ['conforming', 'limit-1-gives-2'])).rejects.toThrow(
    UsageError,
  );
});

it('defects of a should are not graded', () => {
  const left = subjectsOf().filter((subject) => !isGraded(subject));
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(subjectsOf().length / 10);
});
