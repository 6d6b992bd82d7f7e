import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import { writeWhole } from '../files/write-report.ts';
import { writePacked } from './unpacked.ts';
import { readForm, Text } from './form.ts';

/** The folder of the disputes of a register: NAME/VERSION/ID in it, beside what submitters write. No implementation can have this name. */
export const DISPUTES = 'disputes';

const EVIDENCE_FILE = 'evidence.jsonl';

/** What was found, in the folder of a dispute. */
export const DISPUTE_FILE = 'dispute.yaml';

const Sha256 = z.string().regex(/^[\da-f]{64}$/);

/** Counter-evidence against a certificate, the vendor's answer, and what the register decided. */
const Dispute = z.strictObject({
  schema: z.literal('petvet/dispute/1'),
  /** SHA-256 of the certificate: another one is not disputed by this. */
  certificate: Sha256,
  /** SHA-256 of the evidence that was certified: the same run under another signature is disputed as well. */
  run: Sha256.exactOptional(),
  /** What both are about: an address, or a digest. */
  subject: Text,
  /** SHA-256 of the evidence beside it, unpacked. */
  evidence: Sha256,
  violates: z.array(z.strictObject({ rule: Text, says: z.string().max(2_000) })).min(1),
  opened: z.iso.date(),
  /** The last day of the notice period. */
  until: z.iso.date(),
  response: z.strictObject({ on: z.iso.date(), says: z.string().trim().min(1).max(5_000) }).exactOptional(),
  decision: z.strictObject({ on: z.iso.date(), is: z.enum(['upheld', 'dismissed']), says: Text }).exactOptional(),
});

/** See the schema of the same name. */
type Dispute = z.infer<typeof Dispute>;

/** A version of an implementation. */
interface Place {
  readonly name: string;
  readonly version: string;
}

/** A dispute, and the name of its folder. */
export interface NamedDispute extends Dispute {
  readonly id: string;
}

/**
 * Opens a dispute in a register.
 *
 * @param evidence - the evidence that was judged, as the report has it
 * @returns the folder
 * @throws {UsageError} when it is open already
 */
export async function openDispute(
  directory: string,
  { name, version }: Place,
  { id, ...dispute }: NamedDispute,
  evidence: string,
): Promise<string> {
  const place = join(directory, DISPUTES, name, version, id);
  if (existsSync(place))
    throw new UsageError(`${place} exists already`, 'add to that dispute, or wait for its decision');
  await writePacked(evidence, join(place, `${EVIDENCE_FILE}.gz`));
  await writeWhole(join(place, DISPUTE_FILE), stringify(Dispute.parse(dispute)));
  return place;
}

/** What a certificate is known by. */
interface Identified {
  /** SHA-256 of its file. */
  readonly sha256?: string | undefined;
  readonly certificate?: { readonly evidence: { readonly sha256: string } } | undefined;
  /** The same of a client. */
  readonly client?: { readonly evidence: { readonly sha256: string } } | undefined;
}

/** Whether a dispute is about a certificate. Its file may be written in another way, or signed anew; its run stays. */
export function isAbout({ certificate, run }: Pick<Dispute, 'certificate' | 'run'>, of: Identified): boolean {
  return certificate === of.sha256 || (run !== undefined && run === (of.certificate ?? of.client)?.evidence.sha256);
}

/** The folders of the disputes of a register, each within it. */
export function disputeFolders(
  directory: string,
): readonly (Place & { readonly folder: string; readonly id: string })[] {
  return namesIn(join(directory, DISPUTES)).flatMap((name) =>
    namesIn(join(directory, DISPUTES, name)).flatMap((version) =>
      namesIn(join(directory, DISPUTES, name, version)).map((id) => ({
        name,
        version,
        id,
        folder: `${DISPUTES}/${name}/${version}/${id}`,
      })),
    ),
  );
}

/**
 * The disputes about one version, and about its certificate wherever they lie: a certificate that was moved takes them along.
 *
 * @returns with them, why one about this version cannot be read
 */
export function readDisputes(
  directory: string,
  { name, version }: Place,
  certificate: Identified = {},
): { readonly disputes: readonly NamedDispute[]; readonly unreadable?: string } {
  const read = disputeFolders(directory).map((place) => {
    const file = `${place.folder}/${DISPUTE_FILE}`;
    const isHere = place.name === name && place.version === version;
    return {
      isHere,
      id: place.id,
      read: readForm(join(directory, file), `${DISPUTES}/…/${place.id}/${DISPUTE_FILE}`, Dispute),
    };
  });
  const disputes = read.flatMap(({ isHere, id, read: one }) =>
    'schema' in one && (isHere || isAbout(one, certificate)) ? [{ id, ...one }] : [],
  );
  // A dispute that cannot be read must not go away.
  const [unreadable] = read.flatMap(({ isHere, read: one }) =>
    !isHere ? [] : 'refused' in one ? [one.refused] : 'unchecked' in one ? [one.unchecked] : [],
  );
  return { disputes, ...(unreadable !== undefined && { unreadable }) };
}

/** What is in a folder, in the order of their names; nothing where there is no folder. */
function namesIn(folder: string): string[] {
  try {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    return isFolder ? readdirSync(folder).toSorted() : [];
  } catch (error) {
    throw new UsageError(
      `the disputes in ${folder} cannot be read: ${systemWords(error)}`,
      'make that folder readable',
    );
  }
}
