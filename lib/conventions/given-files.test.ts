import { expect, it } from 'vitest';
import { isTest, sourceFiles, textOf } from './sources.fixture.ts';

/** What reads a file, whatever is there: a pipe that nobody writes to and a device hold it up for ever. */
const READING = /\b(?:readFile|readFileSync|createReadStream|openSync|open(?: as \w+)?)\b(?=[^}]*\})/;

/** Files that read something else than what a user, or somebody in the user's name, put there. */
const OWN: Readonly<Record<string, string>> = {
  'lib/files/given-file.ts': 'the one reader',
  'lib/evidence/text-lines.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/certificate/digest.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/watch/follow-log.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/register/unpacked.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/certificate/catalogues.ts': 'files of the package',
  'lib/cli/init/ci-files.ts': 'files of the package',
  'lib/report/html/assets.ts': 'files of the package',
  'lib/report/invisible.ts': 'files of the package',
  'lib/run/version.ts': 'files of the package',
  'lib/cli/selftest/selftest.ts': 'opens for writing',
  'lib/evidence/har-out.ts': 'opens for writing',
  'lib/evidence/log.ts': 'opens for writing',
  'lib/load/hide-secrets.ts': 'what k6 wrote during this run',
  'lib/load/sending-progress.ts': 'what k6 wrote during this run',
  'lib/load/processor-watch.ts': 'what the system says of processes',
};

/** What works in the repository only. */
const TOOLS =
  /^(?:golden|lab|lib\/attack|tools)\/|^lib\/end-to-end\/kubectl-process\.ts$|^lib\/exam\/(?:(?:.*-)?figures(?:-.*)?|record-runs)\.ts$/;

const imports = (file: string, names: RegExp) =>
  [...textOf(file).matchAll(/^import \{[^}]*\} from 'node:fs(?:\/promises)?'/gm)].some(([clause]) =>
    names.test(clause),
  );

const reading = sourceFiles().filter((file) => !isTest(file) && !TOOLS.test(file) && imports(file, READING));

it('a file of a user is read by one function, which has bounds', () => {
  expect(reading.filter((file) => OWN[file] === undefined)).toEqual([]);
});

it('what reads other files is still there', () => {
  expect(Object.keys(OWN).filter((file) => !reading.includes(file))).toEqual([]);
});

it('what streams a file demands a regular one first', () => {
  const streaming = Object.keys(OWN).filter((file) => OWN[file]?.startsWith('streams'));
  expect(streaming.filter((file) => !/demandRegularFile|whyUnreadable/.test(textOf(file)))).toEqual([]);
});

/** What writes into what is there: a pipe that nobody reads holds it up for ever. */
const WRITING = /\b(?:appendFile|appendFileSync|createWriteStream|writeFile|writeFileSync)\b(?=[^}]*\})/;

/** Files that write, and why nothing odd is at that place. Everything else is written whole, beside its place. */
const WRITERS: Readonly<Record<string, string>> = {
  'lib/files/write-report.ts': 'the one writer',
  'lib/certificate/keys.ts': 'makes a new file',
  'lib/files/folder-lock.ts': 'makes a new file',
  'lib/load/plan-record.ts': 'makes a new file',
  'lib/run/folder.ts': 'makes a new file',
  'lib/evidence/log.ts': 'opens a regular file alone',
  'lib/cli/client/client.ts': 'demands a regular file first',
  'lib/cli/init/init.ts': 'demands a regular file first',
  'lib/cli/selftest/selftest.ts': 'demands a regular file first',
  'lib/cli/shared/github.ts': 'waits for no reader',
  'lib/cli/report/allure-page.ts': 'into a folder of its own',
  'lib/run/day-records.ts': 'into a folder of its own',
  'lib/run/history/history.ts': 'beside its place',
  'lib/load/distributed.ts': 'into a folder that is empty',
  'lib/load/k6-archive.ts': 'into a folder of its own',
  'lib/register/unpacked.ts': 'into a folder of its own',
  'lib/shapes/write-schemas.ts': 'works in the repository only',
};

it('what writes into a place that a user named is known', () => {
  const writing = sourceFiles().filter((file) => !isTest(file) && !TOOLS.test(file) && imports(file, WRITING));
  expect(writing.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
});
