import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lenientlyNewPet } from './lenient-json.ts';

describe('lenientlyNewPet', () => {
  it.each([
    ['a trailing comma', '{"name":"Rex","categoryId":7,}'],
    ['a comma at the end of a nested array', '{"name":"Rex","categoryId":7,"tags":[1,2,]}'],
    ['empty places in an array', '{"name":"Rex","categoryId":7,"tags":[1,,2]}'],
    ['line comments', '// a pet\n{"name":"Rex", // its name\n"categoryId":7}'],
    ['block comments', '/* a */{"name":/* b */"Rex","categoryId":7/* } */}'],
    ['hash comments', '# a pet\n{"name":"Rex", # it\n"categoryId":7}'],
    ['single quotes', "{'name':'Rex','categoryId':7}"],
    ['an apostrophe in double quotes beside single ones', `{'name':"O'Neil",'categoryId':7}`],
    ['an escaped quote', "{'name':'O\\'Neil','categoryId':7}"],
    ['unquoted names', '{name:"Rex",categoryId:7,status:"sold"}'],
    ['unquoted names and values', '{name: Rex the dog, categoryId: 7, status: sold}'],
    ['a map of Java', '{name=Rex, categoryId=7}'],
    ['semicolons', '{"name":"Rex";"categoryId":7}'],
    ['words of Python', "{'name': 'Rex', 'categoryId': 7, 'status': None, 'good': True}"],
    ['texts of Python', "{u'name': u'Rex' 'y', 'categoryId': 7}"],
    ['backticks', '{name:`Rex`,categoryId:7}'],
    ['undefined', '{name:"Rex",categoryId:7,status:undefined}'],
    ['text after the object', '{"name":"Rex","categoryId":7} and more'],
    ['a second object', '{"name":"Rex","categoryId":7}{"name":"Max"}'],
    ['one bracket too many', '{"name":"Rex","categoryId":7}}'],
    ['a NUL after the object', '{"name":"Rex","categoryId":7}\u0000'],
    ['parentheses', '({"name":"Rex","categoryId":7})'],
    ['a guard before the object', ')]}\',\n{"name":"Rex","categoryId":7}'],
    ['a form feed between tokens', '{"name":"Rex",\f"categoryId":7}'],
    ['a line break in a text', '{"name":"Re\nx","categoryId":7}'],
    ['an escape that JSON lacks', '{"name":"R\\x65x","categoryId":7}'],
    ['a plus sign', '{"name":"Rex","categoryId":+7}'],
    ['leading zeros', '{"name":"Rex","categoryId":007}'],
    ['a point at the end', '{"name":"Rex","categoryId":7.}'],
    ['hexadecimals', '{"name":"Rex","categoryId":0x7}'],
    ['a BigInt literal', '{"name":"Rex","categoryId":7n}'],
    ['NaN somewhere else', '{"name":"Rex","categoryId":7,"weight":NaN}'],
    ['Infinity somewhere else', '{"name":"Rex","categoryId":7,"weight":-Infinity}'],
    ['a fraction without a whole part somewhere else', '{"name":"Rex","categoryId":7,"weight":.5}'],
    ['duplicate keys, one of them right', "{'name':5,'name':'Rex','categoryId':7}"],
    ['a quote inside an unquoted value', '{"name":Rex","categoryId":7}'],
  ])('says yes to %s', (_what, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(lenientlyNewPet(text)).toBe('yes');
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['plain words', 'hello world'],
    ['a comment alone', '// hello'],
    ['an open comment', '/* {"name":"Rex","categoryId":7}'],
    ['a form', 'name=Rex&categoryId=7'],
    ['XML', '<pet><name>Rex</name></pet>'],
    ['no brackets', '"name":"Rex","categoryId":7'],
    ['a body cut in a text', '{"name":"Re'],
    ['a body cut after a text', '{"name":"Rex"'],
    ['a body cut after a comma', '{"name":"Rex","categoryId":7,'],
    ['a body cut after a number', '{"name":"Rex","categoryId":7'],
    ['a missing colon', '{"name" "Rex","categoryId":7}'],
    ['a missing colon between words', '{name Rex, categoryId: 7}'],
    ['a missing comma', '{"name":"Rex" "categoryId":7}'],
    ['a missing comma between words', '{name: Rex\ncategoryId: 7}'],
    ['two commas', '{"name":"Rex",,"categoryId":7}'],
    ['two commas at the end', '{"name":"Rex","categoryId":7,,}'],
    ['a comma at the beginning', '{,"name":"Rex","categoryId":7}'],
    ['two colons', '{"name"::"Rex","categoryId":7}'],
    ['a missing value', '{"name":"Rex","categoryId":}'],
    ['a name alone', '{"name":"Rex","categoryId":7,"x"}'],
    ['another closing bracket', '{"name":"Rex","categoryId":7]'],
    ['an open nested bracket', '{"name":"Rex","categoryId":7,"x":[}'],
    ['two opening brackets', '{{"name":"Rex","categoryId":7}}'],
    ['a missing closing quote', '{"name":"Rex,"categoryId":7}'],
    ['quotes that do not match', `{"name':"Rex","categoryId":7}`],
    ['a broken escape', '{"name":"R\\u65x","categoryId":7}'],
    ['two numbers', '{"name":"Rex","categoryId":7 8}'],
    ['two points', '{"name":"Rex","categoryId":7.0.0}'],
    ['an array', '[{"name":"Rex","categoryId":7,}]'],
    ['text before the object', 'x {"name":"Rex","categoryId":7}'],
  ])('says no to %s', (_what, text) => {
    expect(lenientlyNewPet(text)).toBe('no');
  });

  it.each([
    ['no name', '{"categoryId":7,}'],
    ['no category', "{'name':'Rex'}"],
    ['a name that is a number', '{"name":5,"categoryId":7,}'],
    ['a name that is null', '{"name":null,"categoryId":7,}'],
    ['a name that is an array', '{"name":["Rex"],"categoryId":7,}'],
    ['a category that is a text', '{"name":"Rex","categoryId":"7",}'],
    ['a category that is a fraction', '{"name":"Rex","categoryId":7.5,}'],
    ['a category that is NaN', '{"name":"Rex","categoryId":NaN}'],
    ['a category beyond int64', '{"name":"Rex","categoryId":99999999999999999999,}'],
    ['an unknown status', '{"name":"Rex","categoryId":7,"status":"adopted",}'],
    ['a first object that is none', '{"name":5,"categoryId":7} {"name":"Rex","categoryId":7}'],
  ])('says no to a dialect with %s: every reader must refuse it', (_what, text) => {
    expect(lenientlyNewPet(text)).toBe('no');
  });

  it('does not follow deep nesting', () => {
    expect(lenientlyNewPet(`{"name":"Rex","categoryId":7,"x":${'['.repeat(100_000)}`)).toBe('unsure');
  });

  it('says yes to what JSON itself allows', () => {
    const newPet = fc.record({
      name: fc.string(),
      categoryId: fc.bigInt({ min: 0n, max: 2n ** 60n }),
      x: fc.jsonValue({ maxDepth: 3 }),
    });
    fc.assert(
      fc.property(newPet, ({ name, categoryId, x }) => {
        const text = `{"name":${JSON.stringify(name)},"categoryId":${categoryId},"x":${JSON.stringify(x)}}`;
        expect(lenientlyNewPet(text)).toBe('yes');
        expect(lenientlyNewPet(text.slice(0, -1))).toBe('no');
      }),
    );
  });

  it('is quick and quiet on anything', () => {
    const marks = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '`',
      ',',
      ':',
      '/*',
      '*/',
      '//',
      '#',
      '\\',
      'name',
      'u',
      '7',
      ' ',
      '\n',
      '(',
    );
    fc.assert(
      fc.property(
        fc.array(marks).map((parts) => parts.join('')),
        (text) => ['yes', 'no', 'unsure'].includes(lenientlyNewPet(text)),
      ),
      { numRuns: 500 },
    );
    for (const mark of ['/*', '"', "'", '//', '#', '(', '\\', '{"a":', 'u"', '{a:,', '{a: b ', '{"', '/**/', '"a"']) {
      const start = performance.now();
      lenientlyNewPet(`{"name":${mark.repeat(200_000)}`);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
  });
});
