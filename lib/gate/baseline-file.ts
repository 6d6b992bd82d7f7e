import { Document, isMap, isSeq, parseDocument } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { readYamlDocument, YamlFault } from '../files/yaml.ts';
import { RULE_IDS } from '../rules/index.ts';
import { publishedSchema } from '../shapes/report.ts';
import { keyOf, NAME_MEMBERS, sayName, type FindingName } from './finding-name.ts';
import type { Where } from './tried.ts';

/** The name and version of the format. */
export const BASELINE_SCHEMA = 'petvet/baseline/1';

/** A longer file is none that a person keeps. */
export const MOST_BASELINE_BYTES = 1_048_576;

const Text = z.string().trim().min(1);

/** What a finding is called, where it is written down. */
export const WrittenName = z.strictObject({
  rule: z.enum(RULE_IDS, 'it is not the id of a rule').meta({ description: 'The id of a rule of the catalogue' }),
  operation: z.enum(['listPets', 'createPet', 'getPet'], 'it is not an operation').exactOptional(),
  fault: Text.exactOptional().meta({ description: 'The kind of fault, as the report has it' }),
  place: Text.exactOptional().meta({ description: 'The field or header that shows it' }),
  input: Text.exactOptional().meta({ description: 'What is unusual about the request; absent for a plain one' }),
});

const Partitions = z.array(Text);

const WhereSeen = z.strictObject({
  of: Text.meta({ description: 'A dimension of the input' }),
  seen: Partitions.meta({ description: 'Its partitions in which the fault was seen' }),
  passed: Partitions.meta({
    description:
      'Its partitions in which requests were sent without the fault: there it is new, unless it was seen there, too',
  }),
});

const Entry = WrittenName.extend({
  reason: Text.meta({ description: 'Why this violation does not block a release' }),
  owner: Text.meta({ description: 'Who fixes it' }),
  expires: z.iso.date().exactOptional().meta({
    description: 'The last day on which this entry counts; from the next day on the finding fails the gate again',
  }),
  intermittent: z
    .boolean()
    .exactOptional()
    .meta({ description: 'The fault comes and goes: a run that does not see it does not make the entry stale' }),
  where: z.array(WhereSeen).exactOptional().meta({
    description: 'Where in the input the fault was seen, and where not; without it the entry covers the fault anywhere',
  }),
});

const BaselineDocument = z
  .strictObject({ schema: z.literal(BASELINE_SCHEMA), findings: z.array(Entry) })
  .meta({ title: 'A baseline of petvet: findings that are known, and do not fail the gate' });

/** The JSON Schema (2020-12) of a baseline, for editors: `baseline.schema.json` beside this file holds it. */
export function baselineJsonSchema(): object {
  return publishedSchema(BaselineDocument);
}

/** One known finding: its name, why it is let pass, and by whom it is mended. */
export interface BaselineEntry extends FindingName {
  readonly reason: string;
  readonly owner: string;
  /** YYYY-MM-DD: the last day on which it counts. */
  readonly expires?: string;
  readonly intermittent?: boolean;
  /** Absent in older files, and where nothing tells its requests from others. */
  readonly where?: readonly Where[];
}

/** A baseline, with the document that it was read from: comments and order stay as they are. */
export interface Baseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly document: Document;
}

/**
 * Reads a baseline from YAML, of which JSON is a part.
 *
 * @param file - its name, for messages
 * @throws {UsageError} that says what is wrong and where; nothing is guessed
 */
export function readBaseline(text: string, file: string): Baseline {
  const document = documentOf(text, file);
  const value = valueOf(document, file);
  const reading = BaselineDocument.safeParse(value);
  if (!reading.success) throw new UsageError(`${file} ${whyOf(reading.error, value)}`, HOW);
  const entries = reading.data.findings;
  const keys = entries.map(keyOf);
  const first = new Map(keys.map((key, index) => [key, index] as const).toReversed());
  const twice = keys.findIndex((key, index) => first.get(key) !== index);
  const [again] = entries.slice(twice, twice + 1);
  if (twice >= 0 && again !== undefined)
    throw new UsageError(
      `${file} names the same finding in entry ${keys.indexOf(keys[twice] ?? '') + 1} and in entry ${twice + 1}: ${sayName(again)}`,
      'delete one of the two',
    );
  return { file, entries, document };
}

function documentOf(text: string, file: string): Document {
  try {
    return readYamlDocument(text) ?? new Document(null);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError(
      `${file} is neither YAML nor JSON: ${error.message} (line ${error.line})`,
      'restore it from version control, or fix that line',
    );
  }
}

function valueOf(document: Document, file: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return value;
  } catch (error) {
    // An alias that is resolved again and again would fill the memory.
    if (!(error instanceof ReferenceError)) throw error;
    throw new UsageError(`${file} uses an alias (*name), which a baseline does not have`, 'write the value out');
  }
}

const HOW = '`petvet baseline write` makes such a file from the report of a run';

/** What is wrong with a value, as the end of a sentence that begins with the name of the file. */
function whyOf({ issues }: z.ZodError, value: unknown): string {
  const [issue] = issues;
  const [first, index, member] = issue?.path ?? [];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'holds no baseline: that is a mapping with `schema` and `findings`';
  if (first === 'schema') {
    const given = 'schema' in value ? JSON.stringify(value.schema) : undefined;
    return given === undefined
      ? `is not a baseline: it lacks schema: ${BASELINE_SCHEMA}`
      : `has the schema ${given}, which this petvet does not know: it knows ${BASELINE_SCHEMA}`;
  }
  if (first === 'findings' && index === undefined) return 'holds no baseline: it lacks a list of `findings`';
  const entry = typeof index === 'number' ? `: entry ${index + 1}` : '';
  const about = member === undefined ? '' : ` has a wrong ${String(member)}`;
  if (typeof index === 'number' && member !== undefined && isMissing(value, ['findings', index, member]))
    return `is not complete${entry} lacks ${String(member)}`;
  return `cannot be used${entry}${about}: ${shortened(issue?.message ?? 'it is not a baseline')}`;
}

/** As much of a sentence of the library as is said: it names every member that it does not know. */
const MOST_SAID = 200;

function shortened(says: string): string {
  return says.length > MOST_SAID ? `${says.slice(0, MOST_SAID)}…` : says;
}

/** Whether a value has nothing at a path. */
function isMissing(value: unknown, [first, ...rest]: readonly PropertyKey[]): boolean {
  if (first === undefined) return value === undefined;
  if (typeof value !== 'object' || value === null) return true;
  return isMissing(Object.getOwnPropertyDescriptor(value, first)?.value, rest);
}

/** A baseline without entries, for a file that is not there yet. */
export function emptyBaseline(file: string): Baseline {
  const document = parseDocument(
    `# Violations that are known and do not fail the gate. Written by \`petvet baseline write\`, maintained by hand.\nschema: ${BASELINE_SCHEMA}\nfindings: []\n`,
  );
  return { file, entries: [], document };
}

/** What becomes of a baseline. */
interface Changes {
  readonly removed: readonly BaselineEntry[];
  readonly added: readonly BaselineEntry[];
  /** Entries that did not say where in the input their fault was seen, and do now. */
  readonly located?: ReadonlyMap<BaselineEntry, readonly Where[]>;
}

/** The text of a baseline with some entries left out, some located and others added at its end; comments and order of the rest stay. */
export function writtenBaseline(
  { document, entries }: Baseline,
  { removed, added, located = new Map() }: Changes,
): string {
  const changed = document.clone();
  const findings = changed.get('findings');
  if (!isSeq(findings)) throw new TypeError('a baseline that was read has a list of findings');
  for (const [entry, where] of located) findings.setIn([entries.indexOf(entry), 'where'], changed.createNode(where));
  findings.items = findings.items.filter((_item, index) => {
    const entry = entries[index];
    return entry === undefined || !removed.includes(entry);
  });
  findings.flow = findings.items.length + added.length === 0;
  for (const entry of added) findings.items.push(changed.createNode(inOrder(entry)));
  for (const item of findings.items) if (isMap(item)) item.flow = false;
  return changed.toString({ lineWidth: 0 });
}

function inOrder(entry: BaselineEntry): Record<string, string | boolean | readonly Where[]> {
  const members = [...NAME_MEMBERS, 'reason', 'owner', 'expires', 'intermittent', 'where'] as const;
  return Object.fromEntries(
    members.flatMap((member) => (entry[member] === undefined ? [] : [[member, entry[member]] as const])),
  );
}
