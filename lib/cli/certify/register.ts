import { join, resolve } from 'node:path';
import { publicFileOf } from '../../certificate/keys.ts';
import { UsageError } from '../../errors.ts';
import { EXIT } from '../../gate/exit.ts';
import { OWNER_FILE, signRegister } from '../../register/owner.ts';
import { readProgramme } from '../../register/programme.ts';
import { counted } from '../../text/counted.ts';
import { otherThan } from '../shared/given-flags.ts';
import type { Terminal } from '../shared/terminal.ts';
import { keySource } from './signer.ts';
import type { CertifyFlags } from './values.ts';

/** All else is about runs. */
const FITTING = new Set(['register', 'key', 'newKey']);

/**
 * Signs a register in the name of its owner. Its rules have to be usable; whether its submissions conform does not matter.
 *
 * @returns the exit status
 */
export async function certifyRegister(directory: string, flags: CertifyFlags, terminal: Terminal): Promise<number> {
  const { key, newKey } = flags;
  const other = otherThan(flags, FITTING);
  if (other !== undefined)
    throw new UsageError(`--register and ${other} cannot both be given`, 'a register is signed with --key FILE alone');
  const file = key ?? newKey;
  if (file === undefined)
    throw new UsageError(
      'a register needs the key of its owner to sign it',
      '--new-key FILE makes one, --key FILE uses an existing one',
    );
  const register = resolve(terminal.cwd, directory);
  readProgramme(register);
  const keyOf = keySource(flags, terminal);
  const files = await signRegister(register, keyOf(), Date.now());
  terminal.out(
    `Signed: ${join(directory, OWNER_FILE)}, over ${counted(files, 'file')} (\`${terminal.petvet ?? 'petvet'} verify --all ${directory} --owner-key ${key === undefined ? publicFileOf(file) : 'FILE.pub'}\` checks it)`,
  );
  return EXIT.conforms;
}
