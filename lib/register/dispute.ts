import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { writeWhole } from '../files/write-report.ts';
import { writePacked } from './unpacked.ts';
import { readForm, Text } from './form.ts';

/** The folder of the disputes of a register: NAME/VERSION/ID in it, beside what submitters write. No implementation can have this name. */
export const DISPUTES = 'disputes';

const EVIDENCE_FILE = 'evidence.jsonl';

/** What was found, in the folder of a dispute. */
const DISPUTE_FILE = 'dispute.yaml';

const Sha256 = z.string().regex(/^[\da-f]{64}$/);

/** Counter-evidence against a certificate, the vendor's answer, and what the register decided. */
const Dispute = z.strictObject({
  schema: z.literal('petvet/dispute/1'),
  /** SHA-256 of the certificate: another one is not disputed by this. */
  certificate: Sha256,
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

/** The disputes about one version, and why one cannot be read. */
export function readDisputes(
  directory: string,
  { name, version }: Place,
): { readonly disputes: readonly NamedDispute[]; readonly unreadable?: string } {
  const place = join(directory, DISPUTES, name, version);
  if (!existsSync(place)) return { disputes: [] };
  const read = readdirSync(place)
    .toSorted()
    .map((id) => ({ id, ...readForm(join(place, id, DISPUTE_FILE), `${DISPUTES}/…/${id}/${DISPUTE_FILE}`, Dispute) }));
  const disputes = read.flatMap((one) => ('schema' in one ? [one] : []));
  // A dispute that cannot be read must not go away.
  const [unreadable] = read.flatMap((one) =>
    'refused' in one ? [one.refused] : 'unchecked' in one ? [one.unchecked] : [],
  );
  return { disputes, ...(unreadable !== undefined && { unreadable }) };
}
