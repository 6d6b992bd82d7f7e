import { describe, expect, it } from 'vitest';
import { readYaml, readYamlDocument, YamlFault } from './yaml.ts';

/** Longer than it takes on a busy machine, and far shorter than a quadratic time, in milliseconds. */
const SOON = 10_000;

const valueOf = (text: string): unknown => readYaml(text)[0]?.toJS();

/** Why a text is refused, and the line. */
function faultOf(text: string): { says: string; line: number } | undefined {
  try {
    readYaml(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return { says: error.message, line: error.line };
  }
}

describe('readYaml', () => {
  it('reads YAML, several documents of it, and JSON', () => {
    expect(valueOf('a: 1\nb: [x]')).toEqual({ a: 1, b: ['x'] });
    expect(valueOf('{"a":{"b":null}}')).toEqual({ a: { b: null } });
    expect(readYaml('a: 1\n---\nb: 2').map((one): unknown => one.toJS())).toEqual([{ a: 1 }, { b: 2 }]);
    expect(readYamlDocument('')).toBeUndefined();
    expect(() => readYamlDocument('a: 1\n---\nb: 2')).toThrow('several documents');
  });

  it.each([
    ['a key twice', 'x: 1\nb:\n  a: 1\n  a: 2', { says: 'a mapping has the same key twice', line: 3 }],
    ['a number twice', '{1: a, "1": b}', { says: 'a mapping has the same key twice', line: 1 }],
    ['a key that is a list', '? [a]\n: b', { says: 'a key is a list, a mapping or an alias', line: 1 }],
    ['a key that is an alias', 'a: &x y\n*x : z', { says: 'a key is a list, a mapping or an alias', line: 1 }],
  ])('refuses %s, with the line', (_what, text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });

  it('repeats nothing of the text', () => {
    expect(faultOf('free: { key: "a-secret-key')?.says).not.toContain('a-secret');
    expect(faultOf('%a-secret\na: b: "a-secret"')?.says).not.toContain('a-secret');
  });

  it('says what is too deep in words of its own', () => {
    expect(faultOf('['.repeat(20_000))).toMatchObject({ says: 'it is nested too deeply' });
  });

  it.each([
    ['a mapping of 20,000 keys', `{${Array.from({ length: 20_000 }, (_, at) => `m${at}: 1`).join(',')}}`],
    ['20,000 anchors', '&a '.repeat(20_000)],
    ['keys within keys', '? '.repeat(300)],
    ['an array 20,000 deep', '['.repeat(20_000)],
  ])(
    'comes to an end with %s',
    (_what, text) => {
      const from = performance.now();
      faultOf(text);
      expect(performance.now() - from).toBeLessThan(SOON);
    },
    2 * SOON,
  );
});
