import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { aKey } from '../../lib/certificate/certificate.fixture.ts';
import { pemOf } from '../../lib/certificate/keys.ts';
import { signRegister } from '../../lib/register/owner.ts';
import { signAgain, write } from './owned-register.fixture.ts';

const KIND_NAMES = [
  'flip',
  'cut',
  'insert',
  'line',
  'member',
  'remove',
  'removeFolder',
  'copy',
  'replace',
  'rename',
  'copyFolder',
  'signAgain',
] as const;

/** What somebody without a key does to the files of a register: a kind, and numbers that say to what, and how. */
interface Edit {
  readonly kind: (typeof KIND_NAMES)[number];
  readonly what: number;
  readonly where: number;
  readonly how: number;
}

/** Which files may be edited, by their paths within the register. */
type Scope = (file: string) => boolean;

/** What submitters may write. */
export const SUBMISSIONS: Scope = (file) => /^(?!disputes\/)[^/]+\/[^/]+\/[^/]+$/.test(file);

export const EVERYTHING: Scope = () => true;

const attacker = aKey();

function filesIn(register: string, scope: Scope): string[] {
  return readdirSync(register, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(register, file)).isFile() && scope(file))
    .toSorted();
}

/** The folders of submissions and disputes, and where everything may be edited also those of implementations. */
function foldersIn(register: string, scope: Scope): string[] {
  const holding = new Set(filesIn(register, scope).map((file) => dirname(file)));
  return [...holding].filter((folder) => folder !== '.').toSorted();
}

const nth = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

/** What a forger would have a member of a YAML file say; undefined: nothing. By the file, a path and a value. */
const MEMBERS: Readonly<Record<string, readonly (readonly [path: readonly (string | number)[], value: unknown])[]>> = {
  'product.yaml': [
    [['withdrawn'], undefined],
    [['withdrawn', 'on'], '2999-01-01'],
    [['vendor'], 'somebody else'],
  ],
  'register.yaml': [
    [['freshDays'], 90],
    [['graceDays'], 365],
    [['contact'], 'nobody'],
    [['profiles'], { full: ['complete'] }],
  ],
  'dispute.yaml': [
    [['decision'], undefined],
    [['decision', 'is'], 'dismissed'],
    [['decision', 'on'], '2999-01-01'],
    [['decision'], { on: '2020-01-01', is: 'dismissed', says: 'no' }],
    [['certificate'], 'c'.repeat(64)],
    [['run'], undefined],
    [['opened'], '2999-01-01'],
  ],
};

/** Edits of bytes, of lines, of members, of files and of folders. */
const KINDS: Readonly<Record<Edit['kind'], (register: string, edit: Edit, scope: Scope) => void>> = {
  flip: onBytes((bytes, where, how) => {
    bytes[where % bytes.length] = (bytes[where % bytes.length] ?? 0) ^ (1 + (how % 255));
    return bytes;
  }),
  cut: onBytes((bytes, where, how) => {
    const at = where % bytes.length;
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (how % 64))]);
  }),
  insert: onBytes((bytes, where, how) => {
    const at = where % bytes.length;
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([how % 256]), bytes.subarray(at)]);
  }),
  line: onBytes((bytes, where, how) => {
    const lines = bytes.toString('latin1').split('\n');
    const at = where % lines.length;
    const [line = ''] = lines.splice(at, 1);
    if (how % 3 === 1) lines.splice(at, 0, line, line);
    if (how % 3 === 2) lines.splice(how % lines.length, 0, line);
    return Buffer.from(lines.join('\n'), 'latin1');
  }),
  member(register, { what, how }, scope) {
    const file = nth(
      filesIn(register, (one) => scope(one) && basename(one) in MEMBERS),
      what,
    );
    const [path, value] = nth(MEMBERS[basename(file ?? '')] ?? [], how) ?? [];
    if (file === undefined || path === undefined) return;
    const document = parseDocument(readFileSync(join(register, file), 'utf8'));
    if (document.errors.length > 0 || document.toJS() === null) return;
    if (value === undefined) document.deleteIn(path);
    else if (document.hasIn(path.slice(0, -1)) || path.length === 1) document.setIn(path, value);
    write(join(register, file), document.toString());
  },
  remove(register, { what }, scope) {
    const file = nth(filesIn(register, scope), what);
    if (file !== undefined) rmSync(join(register, file));
  },
  removeFolder(register, { what }, scope) {
    const folder = nth(foldersIn(register, scope), what);
    if (folder !== undefined) rmSync(join(register, folder), { recursive: true, force: true });
  },
  /** A file of another submission, in place of this one. */
  copy(register, { what, where }, scope) {
    const file = nth(filesIn(register, scope), what);
    const from = nth(
      filesIn(register, scope).filter((one) => basename(one) === basename(file ?? '')),
      where,
    );
    if (file !== undefined && from !== undefined && from !== file) cpSync(join(register, from), join(register, file));
  },
  /** Certificate and evidence of another submission, in place of these. */
  replace(register, { what, where }, scope) {
    const [to, from] = [nth(placesIn(register, scope), what), nth(placesIn(register, scope), where)];
    if (to === undefined || from === undefined || to === from) return;
    for (const file of ['certificate.intoto.jsonl', 'evidence.jsonl.gz'])
      if (existsSync(join(register, from, file))) cpSync(join(register, from, file), join(register, to, file));
  },
  rename(register, how, scope) {
    moved(register, how, scope, renameSync);
  },
  copyFolder(register, how, scope) {
    moved(register, how, scope, (from, to) => cpSync(from, to, { recursive: true }));
  },
  /** Under the forger's own key, which only counts where that key is put, too. */
  signAgain(register, { what, how }, scope) {
    const place = nth(placesIn(register, scope), what);
    if (place === undefined || !existsSync(join(register, place, 'evidence.jsonl.gz'))) return;
    try {
      signAgain(register, place, attacker);
    } catch {
      // An edit before this one broke it.
    }
    const key = `${dirname(place)}/signing.pem.pub`;
    if (how % 2 === 1 && scope(key)) write(join(register, key), pemOf(attacker.publicKey));
  },
};

/** The register is signed by the forger, in place of its owner. */
export function signAsOwner(register: string): Promise<number> {
  return signRegister(register, attacker, 0);
}

function placesIn(register: string, scope: Scope): string[] {
  return foldersIn(register, scope).filter((folder) => existsSync(join(register, folder, 'certificate.intoto.jsonl')));
}

function onBytes(change: (bytes: Buffer, where: number, how: number) => Buffer) {
  return (register: string, { what, where, how }: Edit, scope: Scope) => {
    const file = nth(filesIn(register, scope), what);
    if (file === undefined) return;
    const bytes = readFileSync(join(register, file));
    if (bytes.length > 0) write(join(register, file), change(bytes, where, how));
  };
}

/** To another version, and where that is allowed to another name; product.yaml says so. */
function moved(
  register: string,
  { what, where, how }: Edit,
  scope: Scope,
  move: (from: string, to: string) => void,
): void {
  const from = nth(foldersIn(register, scope), what);
  if (from === undefined) return;
  const name = nth(
    readdirSync(register).filter((one) => one.startsWith('pets-')),
    where,
  );
  const to = how % 2 === 0 ? `${dirname(from)}/9.${how % 7}.0` : `${name}/${basename(from)}`;
  if (existsSync(join(register, to)) || dirname(from) === '.') return;
  if (!existsSync(join(register, dirname(to)))) return;
  move(join(register, from), join(register, to));
  const product = join(register, to, 'product.yaml');
  if (!existsSync(product)) return;
  const document = parseDocument(readFileSync(product, 'utf8'));
  if (document.errors.length > 0) return;
  document.set('name', dirname(to));
  document.set('version', basename(to));
  write(product, document.toString());
}

/** One to three edits. */
export const someEdits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KIND_NAMES),
    what: fc.nat(200),
    where: fc.nat(1_000_000),
    how: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Does to a register what the edits say. */
export function edit(register: string, edits: readonly Edit[], scope: Scope): void {
  for (const one of edits) KINDS[one.kind](register, one, scope);
}

/**
 * Spares what no edit touched: a submission whose files, key, disputes and rules are as before stands where it stood, and is not judged again.
 */
export function spareUntouched(register: string, original: string): void {
  for (const place of placesIn(original, SUBMISSIONS)) {
    const evidence = join(register, place, 'evidence.jsonl.gz');
    if (existsSync(evidence) && inputsOf(register, place) === inputsOf(original, place)) rmSync(evidence);
  }
}

/** All that decides on a submission. */
function inputsOf(register: string, place: string): string {
  const name = dirname(place);
  const files = filesIn(
    register,
    (file) => /^(?:register|errata)\.yaml$|^disputes\//.test(file) || dirname(file) === name || dirname(file) === place,
  );
  return files.map((file) => `${file}\n${readFileSync(join(register, file), 'latin1')}\n`).join('');
}
