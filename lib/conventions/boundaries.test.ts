import { describe, expect, it } from 'vitest';
import {
  ALLOWED,
  ALLOWED_TO_TESTS,
  EXCUSED,
  FORBIDDEN_TO_JUDGES,
  FREE_ROOMS,
  JUDGE_ROOMS,
} from './allowed-imports.fixture.ts';
import { importsOf, isTest, resolved, roomOf, sourceFiles, textOf, type Import } from './sources.fixture.ts';

const FILES = sourceFiles();
const IMPORTS = FILES.flatMap((file) => importsOf(file, textOf(file)));

/** Longer than this, and a file has two purposes. */
const MOST_LINES = 300;

describe('imports', () => {
  it('stay within what the rooms may import', () => {
    expect(IMPORTS.filter((one) => excuse(one) === undefined).flatMap(faultOf)).toEqual([]);
  });

  it('are excused only where they are still there', () => {
    expect(
      EXCUSED.filter(({ file, specifier }) => !IMPORTS.some((one) => one.file === file && one.specifier === specifier)),
    ).toEqual([]);
  });

  it.each([
    ['files, types included', (file: string) => file],
    ['rooms', roomOf],
  ])('make no cycle between %s', (_what, nodeOf) => {
    const edges = new Map<string, Set<string>>();
    for (const one of IMPORTS.filter(({ file, specifier }) => !isTest(file) && specifier.startsWith('.'))) {
      const [from, to] = [nodeOf(one.file), nodeOf(resolved(one))];
      if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
    expect(cycleIn(edges)).toBeUndefined();
  });

  it('lead to files that are there', () => {
    const files = new Set(FILES);
    const lost = IMPORTS.filter((one) => one.specifier.startsWith('.') && !files.has(resolved(one)));
    expect(lost.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([]);
  });
});

describe('the table', () => {
  it('has every room that is there', () => {
    const rooms = new Set(FILES.map(roomOf));
    expect([...rooms].filter((room) => ALLOWED[room] === undefined && !FREE_ROOMS.includes(room))).toEqual([]);
  });

  it('lets nobody import a free room, and makes no cycle itself', () => {
    const edges = new Map(
      Object.entries(ALLOWED).map(([room, { rooms, types = [] }]) => [room, new Set([...rooms, ...types])]),
    );
    expect([...edges.values()].flatMap((rooms) => FREE_ROOMS.filter((room) => rooms.has(room)))).toEqual([]);
    expect(cycleIn(edges)).toBeUndefined();
  });
});

it('no file but a test, or one that a command writes, has more than 300 lines', () => {
  const long = FILES.filter((file) => !isTest(file)).map((file) => ({
    file,
    lines: textOf(file).trimEnd().split('\n').length,
  }));
  expect(long.filter(({ lines }) => lines > MOST_LINES)).toEqual([]);
});

describe('what finds the faults', () => {
  it.each([
    [`import { a } from './a.ts';`, './a.ts', false],
    [`import type { A } from "../a/a.ts";`, '../a/a.ts', true],
    [`import a, {\n  type B,\n  c,\n} from 'zod';`, 'zod', false],
    [`import type from './type.ts';`, './type.ts', false],
    [`import * as a from 'zod';`, 'zod', false],
    [`import './a.ts';`, './a.ts', false],
    [`export * from './a.ts';`, './a.ts', false],
    [`export type { A } from './a.ts';`, './a.ts', true],
    [`export { a } from './a.ts';`, './a.ts', false],
    [`const a = await import('node:net');`, 'node:net', false],
    [`const a = require("node:net");`, 'node:net', false],
    [`const { a } = process.getBuiltinModule('node:net');`, 'node:net', false],
  ])('reads %j', (text, specifier, typesOnly) => {
    expect(importsOf('lib/x/x.ts', text)).toEqual([{ file: 'lib/x/x.ts', specifier, typesOnly }]);
  });

  it.each([
    `export const a = 'b';`,
    `export function a(b = 'c') {}`,
    `// see import of 'a'`,
    `const text = "from 'a'";`,
  ])('finds no import in %j', (text) => {
    expect(importsOf('lib/x/x.ts', text)).toEqual([]);
  });

  it.each([
    ['lib/contract/x.ts', '../errors.ts'],
    ['lib/contract/x.ts', 'node:fs'],
    ['lib/rules/x.ts', '../judges/index.ts'],
    ['lib/judges/x.ts', '../wire/wire.ts'],
    ['lib/judges/x.ts', 'node:http'],
    ['lib/judges/x.ts', 'undici'],
    ['lib/judges/x.test.ts', '../wire/wire.ts'],
    ['lib/evidence/x.ts', 'node:net'],
    ['lib/ledger/x.ts', 'vitest'],
    ['lib/ledger/x.ts', '../judges/index.ts'],
    ['lib/report/x.ts', '../judges/index.ts'],
    ['lib/reference/x.ts', '../expectation/expect.ts'],
    ['lib/wire/x.ts', '../judges/index.ts'],
    ['lib/wire/x.ts', 'undici-types'],
    ['lib/probe/x.ts', '../report/terminal.ts'],
    ['lib/run/x.ts', '../cli/main.ts'],
    ['suites/x.suite.ts', '../lib/judges/index.ts'],
    ['suites/x.suite.ts', 'undici'],
    ['load/x.ts', '../lib/rules/index.ts'],
    ['load/x.ts', '../lib/load/x.ts'],
    ['load/x.ts', 'node:fs'],
    ['lib/load/x.ts', 'k6/http'],
    ['lib/nowhere/x.ts', '../contract/pets.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(faultOf({ file, specifier, typesOnly: false })).toEqual([
      expect.stringContaining(`${file} imports ${specifier}`),
    ]);
  });

  it.each([
    ['lib/judges/x.ts', './y.ts'],
    ['lib/judges/x.test.ts', '../expectation/request.fixture.ts'],
    ['lib/report/x.test.ts', '../judges/judges.fixture.ts'],
    ['lib/wire/x.test.ts', 'vitest'],
    ['lib/evidence/x.ts', 'node:fs'],
    ['lib/reference/x.ts', '@hono/node-server/utils/response'],
    ['lib/cli/x.ts', '../run/check.ts'],
    ['load/x.ts', 'k6/http'],
    ['lib/load/x.ts', 'node:child_process'],
  ])('%s may import %s', (file, specifier) => {
    expect(faultOf({ file, specifier, typesOnly: false })).toEqual([]);
  });

  it('lets types through where only types may pass', () => {
    expect(faultOf({ file: 'lib/ledger/x.ts', specifier: '../judges/finding.ts', typesOnly: true })).toEqual([]);
  });

  it('finds a cycle', () => {
    expect(
      cycleIn(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set(['c', 'd'])],
          ['c', new Set(['b'])],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
  });
});

/** What is wrong with one import, in a sentence that names file, import and rule; nothing when it is allowed. */
function faultOf(one: Import): string[] {
  const room = roomOf(one.file);
  if (FREE_ROOMS.includes(room)) return [];
  const says = (rule: string) => [`${one.file} imports ${one.specifier}: ${rule}`];
  const allowed = ALLOWED[room];
  if (allowed === undefined) return says(`${room} is no room of the table`);
  return one.specifier.startsWith('.') ? faultOfRoom(one, room, says) : faultOfPackage(one, room, says);
}

function faultOfRoom(one: Import, room: string, says: (rule: string) => string[]): string[] {
  const { rooms = [], types = [] } = ALLOWED[room] ?? {};
  const target = resolved(one);
  const to = roomOf(target);
  if (to === room || rooms.includes(to) || (isTest(one.file) && target.endsWith('.fixture.ts'))) return [];
  if (types.includes(to))
    return one.typesOnly || isTest(one.file) ? [] : says(`${room} may import only types of ${to}`);
  return says(`${room} may import ${[...rooms, ...types.map((type) => `${type} (types)`)].join(', ') || 'nothing'}`);
}

function faultOfPackage(one: Import, room: string, says: (rule: string) => string[]): string[] {
  const { packages = [] } = ALLOWED[room] ?? {};
  if (isTest(one.file) && ALLOWED_TO_TESTS.some((name) => isOf(one.specifier, name))) return [];
  if (JUDGE_ROOMS.some((judge) => judge === room) && FORBIDDEN_TO_JUDGES.includes(one.specifier)) {
    const ownDisk = room === 'evidence' && one.specifier === 'node:fs';
    if (!ownDisk) return says('no judge room may reach the network, the disk or vitest');
  }
  if (packages.some((name) => isOf(one.specifier, name))) return [];
  return says(`of packages ${room} may import ${packages.join(', ') || 'none'}`);
}

/** Whether a specifier is a package or one of its parts. */
function isOf(specifier: string, name: string): boolean {
  return name === 'node:*' ? specifier.startsWith('node:') : specifier === name || specifier.startsWith(`${name}/`);
}

function excuse({ file, specifier }: Import): string | undefined {
  return EXCUSED.find((one) => one.file === file && one.specifier === specifier)?.because;
}

/** The nodes of a cycle in order, the first one again at the end. */
function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle !== undefined) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
