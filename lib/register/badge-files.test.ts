import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBadges } from './badge-files.ts';
import { AS_OF, forged, holding } from './register.fixture.ts';
import { tableOf } from './table.ts';

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-badges-'));
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

const write = (...submissions: Parameters<typeof tableOf>[0]) => writeBadges(tableOf(submissions, AS_OF).rows, place);

const badges = () => readdirSync(join(place, 'badges'), { recursive: true, encoding: 'utf8' }).toSorted();

describe('the badges beside a table', () => {
  it('are those of its versions: one of a submission that is gone goes, too', async () => {
    await write(holding('pets-<go>', '1.0.0'), holding('pets-<go>', '1.1.0'), holding('pets-js', '2.0.0'));
    expect(badges()).toHaveLength(5);
    await write(holding('pets-<go>', '1.1.0'));
    expect(badges()).toEqual(['pets-<go>', 'pets-<go>/1.1.0.svg']);
    expect(readFileSync(join(place, 'badges/pets-<go>/1.1.0.svg'), 'utf8')).toContain('conforms (complete)');
  });

  it('leave alone what petvet did not write, and where a link leads', async () => {
    const kept = {
      'badges/logo.svg': '<svg/>',
      'badges/pets-js/logo.svg': '<svg/>',
      'badges/pets-js/note.txt': '<title>petvet: pets-js note: ',
      'badges/pets-js/9.9.9.svg': '<title>petvet: pets-go 9.9.9: refused</title>',
      'elsewhere/1.0.0.svg': '<title>petvet: linked 1.0.0: refused</title>',
    };
    for (const folder of ['badges/pets-js', 'elsewhere']) mkdirSync(join(place, folder), { recursive: true });
    for (const [file, text] of Object.entries(kept)) writeFileSync(join(place, file), text);
    symlinkSync(join(place, 'elsewhere'), join(place, 'badges', 'linked'));
    await write(holding('pets-js', '1.0.0'), holding('pets-js', '2.0.0'));
    await write(holding('pets-js', '2.0.0'));
    expect(Object.keys(kept).filter((file) => !existsSync(join(place, file)))).toEqual([]);
    expect(existsSync(join(place, 'badges/pets-js/1.0.0.svg'))).toBe(false);
  });

  it('are written for the others where a name is too long for a file', async () => {
    await write(forged('pets-js', 'v'.repeat(240)), holding('pets-go'));
    expect(badges()).toEqual(['pets-go', 'pets-go/1.0.0.svg']);
  });
});
