import { expect, it } from 'vitest';
import { isTest, sourceFiles, textOf } from './sources.fixture.ts';

/** What takes each argument onto the stack: a run has more exchanges than a call can have arguments. */
const CALL = /(?:\bMath\.(?:max|min)|\.(?:push|unshift|splice|concat)|\bString\.from(?:CharCode|CodePoint))\(/g;

/** Rooms whose lists are of this repository, and do not grow with a run. */
const OWN_LISTS = /^(?:lib\/(?:exam|conventions|end-to-end|attack)|tools|golden|lab)\//;

/** The lists that may be spread into such a call all the same, and why none of them grows with a run. */
const BOUNDED: Readonly<Record<string, string>> = {
  'lib/cli/diff/again.ts: ...used.map': 'the runs of two services',
  'lib/cli/narrow-help.ts: ...isLong': 'a paragraph of help',
  'lib/cli/narrow-help.ts: ...line.length': 'the lines of help',
  'lib/evidence/spelled-secrets.ts: ...fromView': 'the pieces of one hit',
  'lib/evidence/spelled-secrets.ts: ...patternsOf': 'the forms of one spelling',
  'lib/gate/tried.ts: ...told.map': 'the dimensions of the model',
  'lib/cli/init/next-steps.ts: ...commands.map': 'three commands',
  'lib/judges/leaks.ts: ...next.slice': 'cut to MOST_ITEMS',
  'lib/judges/leaks.ts: ...Object.entries': 'cut to MOST_ITEMS',
  'lib/judges/limiter/early-refusals.ts: ...admitted.slice': 'cut to MOST_SHOWN',
  'lib/judges/refused-writes.ts: ...nearest': 'one at most',
  'lib/load/key-rest.ts: ...due': 'three instants',
  'lib/load/keys-file.ts: ...sameKeys': 'the plans of one file',
  'lib/probe/exhaustion.ts: ...resets': 'the refusals of one burst',
  'lib/report/curl.ts: ...alteredKeys': 'the headers of one request',
  'lib/gate/fix-first.ts: ...ownFaults': 'a row keeps MOST_FINDINGS',
  'lib/report/terminal-notes.ts: ...kinds.map': 'the kinds of limiter',
  'lib/report/terminal-notes.ts: ...VERDICTS.map': 'the verdicts',
  'lib/report/terminal-notes.ts: ...ledger.rows.map': 'the rules of the catalogue',
  'lib/targets/resolve.ts: ...clientCertificateFaults': 'the settings of a target',
  'lib/targets/resolve.ts: ...keyFaults': 'the settings of a target',
  'lib/wire/lane.ts: ...rest': 'the minute and the day',
  'lib/wire/learned-figures.ts: ...numbers': 'of MOST_LIMITS limits',
};

/** The lists that a text spreads into such calls, as far as their names go. */
function spreadsIn(text: string): string[] {
  return [...text.matchAll(CALL)].flatMap(({ index, 0: call }) => {
    const found: string[] = [];
    let depth = 1;
    for (let at = index + call.length; at < text.length && depth > 0; at++) {
      const character = text.charAt(at);
      if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth--;
      else if (depth === 1 && text.startsWith('...', at)) {
        const [name = ''] = /^[\w.]+/.exec(text.slice(at + 3).replace(/^[([.\s]+(?:await\s+)?/, '')) ?? [];
        found.push(`...${name}`);
        at += 2;
      }
    }
    return found;
  });
}

const FOUND = sourceFiles()
  .filter((file) => !isTest(file) && !OWN_LISTS.test(file))
  .flatMap((file) => spreadsIn(textOf(file)).map((spread) => `${file}: ${spread}`));

it('sees a list that is spread into a call', () => {
  const text = 'a.push(1, ...of(b)); Math.max(0, ...[...c.values()].map(d)); f([...e], { ...g }); x.push([...h]);';
  expect(spreadsIn(text)).toEqual(['...of', '...c.values']);
  expect(spreadsIn('Math.min(\n  ...numbers,\n)')).toEqual(['...numbers']);
});

it('no list that grows with a run is spread into a call', () => {
  expect(FOUND.filter((one) => BOUNDED[one] === undefined)).toEqual([]);
});

it('the table of bounded lists names those that are still there', () => {
  expect(Object.keys(BOUNDED).filter((one) => !FOUND.includes(one))).toEqual([]);
});
