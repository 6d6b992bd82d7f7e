import { parseAst } from 'vitest/node';
import { resolved, textOf } from '../conventions/sources.fixture.ts';

interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

/** A fault for each node that k6 cannot run, or hangs on; undefined for the others. */
type Rule = (node: Node) => string | undefined;

/** In TypeScript k6 1.8.1 computes for ever on these, without a word. */
const HANGING: readonly Rule[] = [
  ({ attributes }) => when(Array.isArray(attributes) && attributes.length > 0, 'an import with attributes'),
  (node) => when(node.type === 'ForOfStatement' && node['await'] === true, '`for await`'),
  ({ type }) => when(type === 'Decorator', 'a decorator'),
  ({ type, kind }) => when(type === 'VariableDeclaration' && /using/.test(String(kind)), '`using`'),
  ({ type }) => when(type.endsWith('AccessorProperty'), '`accessor`'),
];

const MISSING_GLOBALS = new Set(['structuredClone', 'TextEncoder']);

/** These k6 refuses, or gets wrong. */
const REFUSED: readonly Rule[] = [
  ({ type }) => when(type === 'ImportExpression', 'a dynamic import'),
  (node) => when(node['async'] === true && node['generator'] === true, 'an async generator'),
  (node) => faultOfPattern(patternOf(node)),
  ({ type, name }) => when(type === 'Identifier' && isMissing(name), `the global ${String(name)}`),
  (node) => faultOfSpecifier(specifierOf(node)),
];

/** What is in a TypeScript source text that k6 hangs on, cannot do or gets wrong, each as a noun. */
export function k6FaultsOf(text: string): string[] {
  const nodes = nodesOf(text);
  return nodes.flatMap((node) => [...HANGING, ...REFUSED].flatMap((rule) => rule(node) ?? []));
}

/** The files that k6 reads when it runs these: they, and what they import at run time by relative specifiers. */
export function readByK6(files: readonly string[], read: (file: string) => string = textOf): string[] {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const specifier of nodesOf(read(file)).map(specifierOf)) {
      if (specifier?.startsWith('.') === true) visit(resolved({ file, specifier, typesOnly: false }));
    }
  };
  files.forEach(visit);
  return [...reached];
}

function nodesOf(text: string): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      if (isNode(value)) nodes.push(value);
      Object.values(value).forEach(visit);
    }
  };
  visit(parseAst(text, { lang: 'ts', sourceType: 'module' }));
  return nodes;
}

/** What an import or an export from elsewhere names; undefined for types, which are erased. */
function specifierOf(node: Node): string | undefined {
  const isFrom = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(node.type);
  if (!isFrom || node['importKind'] === 'type' || node['exportKind'] === 'type') return undefined;
  return stringIn(node['source']);
}

function faultOfSpecifier(specifier: string | undefined): string | undefined {
  if (specifier === undefined || /^k6(\/|$)/.test(specifier)) return undefined;
  if (specifier.startsWith('.')) return when(!specifier.endsWith('.ts'), `an import that is no .ts file: ${specifier}`);
  return `an import that k6 does not have: ${specifier}`;
}

/** Pattern and flags of a regular expression, written as one or given to RegExp. */
function patternOf(node: Node): readonly [pattern: string, flags: string] | undefined {
  const { regex, callee } = node;
  if (isObject(regex)) return [String(regex['pattern']), String(regex['flags'])];
  if (!isObject(callee) || callee['name'] !== 'RegExp' || !Array.isArray(node['arguments'])) return undefined;
  const [pattern, flags] = node['arguments'].map(stringIn);
  return [pattern ?? '', flags ?? ''];
}

function faultOfPattern([pattern, flags]: readonly [string, string] = ['', '']): string | undefined {
  if (flags.includes('v')) return 'the flag v of a regular expression';
  const unescaped = pattern.replaceAll(/\\./g, '');
  return when(/\(\?<[^=!]/.test(unescaped), 'a named group of a regular expression');
}

function isMissing(name: unknown): boolean {
  return typeof name === 'string' && MISSING_GLOBALS.has(name);
}

function stringIn(literal: unknown): string | undefined {
  return isObject(literal) && typeof literal['value'] === 'string' ? literal['value'] : undefined;
}

function when(isFault: boolean, fault: string): string | undefined {
  return isFault ? fault : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isNode(value: Readonly<Record<string, unknown>>): value is Node {
  return typeof value['type'] === 'string';
}
