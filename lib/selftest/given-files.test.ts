import { expect, it } from 'vitest';
import { isTest, sourceFiles, textOf } from './sources.fixture.ts';

/** What reads a file, whatever is there: a pipe that nobody writes to and a device hold it up for ever. */
const READING = /\b(?:readFile|readFileSync|createReadStream|openSync|open(?: as \w+)?)\b(?=[^}]*\})/;

/** Files that read something else than what a user, or somebody in the user's name, put there. */
const OWN: Readonly<Record<string, string>> = {
  'lib/files/given-file.ts': 'the one reader',
  'lib/evidence/text-lines.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/certificate/digest.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/register/unpacked.ts': 'streams a file of any length, after it demanded a regular one',
  'lib/certificate/catalogues.ts': 'files of the package',
  'lib/init/ci-files.ts': 'files of the package',
  'lib/report/html/assets.ts': 'files of the package',
  'lib/report/invisible.ts': 'files of the package',
  'lib/run/version.ts': 'files of the package',
  'lib/cli/selftest.ts': 'opens for writing',
  'lib/evidence/har-out.ts': 'opens for writing',
  'lib/evidence/log.ts': 'opens for writing',
  'lib/load/hide-secrets.ts': 'what k6 wrote during this run',
  'lib/load/sending-progress.ts': 'what k6 wrote during this run',
  'lib/load/processor-watch.ts': 'what the system says of processes',
};

/** What works in the repository only. */
const TOOLS =
  /^(?:golden|lab|lib\/(?:attack|bench|build))\/|^lib\/selftest\/(?:kubectl-process|(?:.*-)?figures|record-runs)\.ts$/;

const isReading = (file: string) =>
  [...textOf(file).matchAll(/^import \{[^}]*\} from 'node:fs(?:\/promises)?'/gm)].some(([clause]) =>
    READING.test(clause),
  );

const reading = sourceFiles().filter((file) => !isTest(file) && !TOOLS.test(file) && isReading(file));

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
