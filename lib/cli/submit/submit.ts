import { copyFile, mkdir } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { readPublicKey } from '../../certificate/keys.ts';
import { UsageError } from '../../errors.ts';
import { EXIT } from '../../gate/exit.ts';
import { productText, signerText } from '../../register/product.ts';
import { readProgramme } from '../../register/programme.ts';
import { checkSubmission, IDENTITY_FILE, KEY_FILE, PRODUCT_FILE, whyNoPlace } from '../../register/register.ts';
import { evidenceAmong, packedName } from '../../register/submitted-evidence.ts';
import { isListed, standingOf } from '../../register/standing.ts';
import { writePacked } from '../../register/unpacked.ts';
import { STANDING_WORDS } from '../../register/words.ts';
import { writeWhole } from '../../files/write-report.ts';
import { printable } from '../../text/printable.ts';
import type { Terminal } from '../shared/terminal.ts';
import { signerNamed, trustedRootOf, type TrustedRootFlags } from '../shared/trusted-root.ts';

/** What has to be said of an implementation. */
const NEEDED = ['name', 'release', 'vendor', 'contact', 'repository', 'reproduce'] as const;

/** What `petvet submit` is told. */
export interface SubmitFlags extends TrustedRootFlags, Partial<Readonly<Record<(typeof NEEDED)[number], string>>> {
  readonly register: string;
  readonly publicKey?: string;
  readonly certificateIdentity?: string;
  readonly certificateIssuer?: string;
}

/** Puts a certificate into a register, and checks it as the register will. @returns the exit status */
export async function runSubmit(certificate: string, flags: SubmitFlags, terminal: Terminal): Promise<number> {
  const { cwd, interrupt, today } = terminal;
  const file = resolve(cwd, certificate);
  const evidence = evidenceBeside(file);
  const missing = NEEDED.filter((name) => flags[name] === undefined).map((name) => `--${name}`);
  if (missing.length > 0) throw new UsageError(`${missing.join(', ')} not given`, 'the register needs all of them');
  const { name = '', release: version = '', vendor = '', contact = '', repository = '', reproduce = '' } = flags;
  for (const one of [name, version])
    if (!/^[^./\\\0][^/\\\0]*$/.test(one))
      throw new UsageError(
        `${JSON.stringify(one)} cannot be the name of a folder`,
        'leave out / and \\, and a dot at its start',
      );
  const fault = whyNoPlace({ name, version });
  if (fault !== undefined) throw new UsageError(fault, 'choose another --name or --release');
  const register = resolve(cwd, flags.register);
  if (!existsSync(register))
    throw new UsageError(`${register} does not exist`, 'name the folder of the register, or make it first');
  const folder = join(register, name, version);
  if (existsSync(folder))
    throw new UsageError(`${folder} exists already`, 'submit another version, or remove it first');
  const key = join(register, name, KEY_FILE);
  const identity = join(register, name, IDENTITY_FILE);
  const named = signerNamed(flags);
  const signer = named && signerText(named);
  const isKnown = existsSync(key) || existsSync(identity);
  if (!isKnown && flags.publicKey === undefined && signer === undefined)
    throw new UsageError(
      `the register does not know who signs for ${name}`,
      'name the key with --public-key; of a keyless certificate, its signer with --certificate-identity and --certificate-issuer',
    );
  if (isKnown && (flags.publicKey !== undefined || signer !== undefined))
    throw new UsageError(
      `the register knows who signs for ${name} already`,
      'leave --public-key, --certificate-identity and --certificate-issuer out; its owner changes that',
    );
  const trustedRoot = await trustedRootOf(flags, terminal);
  const product = productText({ name, version, vendor, contact, repository, reproduce });
  if (flags.publicKey !== undefined) readPublicKey(resolve(cwd, flags.publicKey));
  await evidence.copyTo(folder);
  await copyFile(file, join(folder, CERTIFICATE_FILE));
  await writeWhole(join(folder, PRODUCT_FILE), product);
  if (flags.publicKey !== undefined) await copyFile(resolve(cwd, flags.publicKey), key);
  if (signer !== undefined) await writeWhole(identity, signer);
  const { programme, errata } = readProgramme(register);
  const checking = { now: Date.now(), interrupt, errata, trustedRoot };
  const submission = await checkSubmission(register, { name, version }, checking);
  const disputes = submission.disputes ?? [];
  const standing = standingOf(programme, submission, { errata, disputes }, today);
  const { state, reason, next } = standing;
  terminal.out(
    `${printable(`${name} ${version}`, 200)} ${STANDING_WORDS[state]}: ${printable(`${reason}; ${next}`, 800)}`,
  );
  return isListed(standing) ? EXIT.conforms : state === 'unchecked' ? EXIT.cannotJudge : EXIT.violates;
}

/** The evidence of a service or of a client. @throws {UsageError} when it, or the certificate, is not there */
function evidenceBeside(certificate: string): { readonly copyTo: (folder: string) => Promise<void> } {
  const place = dirname(certificate);
  const files = existsSync(place) ? readdirSync(place) : [];
  if (!files.includes(basename(certificate)))
    throw new UsageError(`${certificate} does not exist`, `name the ${CERTIFICATE_FILE} that \`petvet certify\` wrote`);
  const { name, file } = evidenceAmong(files);
  if (!files.includes(file))
    throw new UsageError(`${place} holds no ${name}`, 'put the evidence beside the certificate');
  const from = join(place, file);
  return {
    copyTo: async (folder) => {
      await mkdir(folder, { recursive: true });
      const to = join(folder, packedName(name));
      await (file === name ? writePacked(from, to) : copyFile(from, to));
    },
  };
}
