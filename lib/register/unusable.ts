import { statSync } from 'node:fs';
import { demandRegularFile, GivenFileError } from '../files/given-file.ts';

/** Why a part of a submission cannot be used, as a clause: by its own fault, or because this machine cannot tell. */
export type Unusable = { readonly refused: string } | { readonly unchecked: string };

/**
 * Says a clause in another one; whose fault it is stays.
 *
 * @param says - is given where that is so: ` on this machine`, or nothing where it is so everywhere
 */
export function unusable(why: Unusable, says: (clause: string, where: string) => string): Unusable {
  return 'refused' in why ? { refused: says(why.refused, '') } : { unchecked: says(why.unchecked, ' on this machine') };
}

/** Why a file of a submission cannot be read; undefined where it can be. A folder or a link that leads nowhere is how it was submitted. */
export function whyUnreadable(file: string): Unusable | undefined {
  try {
    demandRegularFile(file);
    return undefined;
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    return isSubmittedSo(file) ? { refused: error.message } : { unchecked: error.message };
  }
}

function isSubmittedSo(file: string): boolean {
  try {
    return !statSync(file).isFile();
  } catch (error) {
    return error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code));
  }
}
