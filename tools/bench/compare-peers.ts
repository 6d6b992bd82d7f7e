import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endProcess } from '../../lib/files/end-process.ts';
import { subjectsOf } from '../../lib/exam/subjects.ts';
import { gradeChecker, isGraded, type Grade } from '../../lib/exam/grade-checker.ts';
import { peersIn } from './peers.ts';
import { renderPeers, type PeerGrades } from './render-peers.ts';

/**
 * Lets petvet and its peers judge the same defects and variants, and prints a table of Markdown; what each missed and wronged
 * goes to the error stream. Takes an hour and more on two cores; an argument n makes it every n-th service only.
 */
const [given = '1'] = process.argv.slice(2);
const every = Number(given);
if (!Number.isSafeInteger(every) || every < 1) throw new RangeError(`${given} is not a whole number, 1 or more`);

/** They wait for their limits, but one of them keeps a core busy. */
const AT_A_TIME = 4;

const subjects = subjectsOf()
  .filter(isGraded)
  .filter((_, index) => index % every === 0);
const cache = resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'petvet');
const place = await mkdtemp(join(tmpdir(), 'petvet-peers-'));
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
const results: PeerGrades[] = [];
try {
  for (const { name, version, checker, timeoutSeconds } of await peersIn(place, cache)) {
    const onGrade = (grade: Grade): void => {
      if (grade.state === 'caught' || grade.state === 'in peace') return;
      process.stderr.write(`${name}: ${grade.name}: ${grade.state}; ${grade.end.said}\n`);
    };
    const options = { parallel: AT_A_TIME, timeoutSeconds, interrupt: interrupt.signal, onGrade };
    results.push({ name, version, grades: await gradeChecker(checker, subjects, options) });
  }
} finally {
  await rm(place, { recursive: true, force: true });
}
process.stdout.write(`${renderPeers(results, { every, today: new Date().toISOString().slice(0, 10) })}\n`);
endProcess(interrupt.signal.aborted ? 130 : 0);
