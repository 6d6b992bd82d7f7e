import { describe, expect, it } from 'vitest';
import { anExchange, aReport, aViolation, bytes } from './report.fixture.ts';
import { flowing, plain } from './terminal.fixture.ts';
import { excerptAround, isOfEarlierRun } from './faulty-place.ts';

const PETS = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, name: `Rex ${index}`, categoryId: 3 }));

const ROOM = { characters: 120, lines: 12 };

const answered = (body: unknown, indent?: number) =>
  anExchange({ answer: { body: bytes(typeof body === 'string' ? body : JSON.stringify(body, undefined, indent)) } });

/** What is shown of a list where a finding says so. */
function shownOf(says: string, body: unknown = PETS, indent?: number) {
  const excerpt = excerptAround(answered(body, indent), aViolation({ rule: 'LIST-1', says }), ROOM);
  return excerpt && { before: excerpt.before, text: new TextDecoder().decode(excerpt.bytes) };
}

describe('the part of a list that is shown', () => {
  it('begins near the item that the finding names', () => {
    const shown = shownOf('item 9 is not a Pet');
    expect(shown?.before).toBe('… (items 1 to 8 are not shown)');
    expect(shown?.text).toMatch(/^\{"id":9,"name":"Rex 8"/);
  });

  it.each([
    ['another status came (id 9)', PETS],
    ['returned id 9 twice', [...PETS.slice(0, 8), PETS[0], PETS[8], { id: '9' }]],
  ])('is found by the id: %s', (says, pets) => {
    expect(shownOf(says, pets)?.text).toMatch(/"id":"?9\b/);
  });

  it('has the items before it as far as they fit, and keeps to lines, too', () => {
    expect(shownOf('item 3 is none', ['[1]', '{"id":2}', '"x"'])).toBeUndefined();
    expect(shownOf('item 4 is none', PETS, 2)?.before).toBe('… (items 1 to 3 are not shown)');
    const short = Array.from({ length: 40 }, (_, id) => ({ id }));
    expect(shownOf('item 40 is none', short)?.text).toMatch(/^\{"id":34\},/);
  });

  it.each([
    ['item 1 is none', PETS],
    ['too many', PETS],
    ['item 99 is none', PETS],
    ['item 3 is none', '[{"id":1},'],
    ['item 3 is none', 'text'],
    ['item 2 is none', { id: 3 }],
  ])('is the beginning where nothing better is known (%#)', (says, body) => {
    expect(shownOf(says, body)).toBeUndefined();
  });

  it('stands in the terminal with what comes before it, and the size of the whole', () => {
    const findings = [aViolation({ rule: 'LIST-1', says: 'item 12 is not a Pet' })];
    const text = plain({ rows: [{ id: 'LIST-1', verdict: 'fail', findings }], exchanges: [answered(PETS)] });
    expect(text).toMatch(/\| … \(items 1 to \d+ are not shown\)\n/);
    expect(text).toContain('"Rex 11"');
  });
});

describe('a pet of an earlier run', () => {
  const pet = { id: 7, name: 'petvetQWERTYAB', categoryId: 3, status: 'odd' };

  it.each([
    ['item 2 is none', [PETS[0], pet], {}, true],
    ['pet 7 is none', pet, {}, true],
    ['item 1 is none', [PETS[0], pet], {}, false],
    ['item 2 is none', [PETS[0], pet], { runId: 'qwerty' }, false],
    ['item 2 is none', [PETS[0], pet], { created: ['7'] }, false],
  ])('is told by its name (%#)', (says, body, run, is) => {
    const report = aReport({ run, exchanges: [answered(body)] });
    expect(isOfEarlierRun(aViolation({ rule: 'LIST-1', says }), report)).toBe(is);
  });

  it('is said in the terminal', () => {
    const findings = [aViolation({ rule: 'LIST-1', says: 'item 2 is not a Pet' })];
    const exchanges = [answered([PETS[0], pet])];
    expect(flowing({ rows: [{ id: 'LIST-1', verdict: 'fail', findings }], exchanges })).toContain(
      'note this pet was created by an earlier run of petvet',
    );
  });
});
