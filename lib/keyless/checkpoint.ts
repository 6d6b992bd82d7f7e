import type { TransparencyLogEntry } from '@sigstore/bundle';

/**
 * Whether what stands around a checkpoint of a log is what the log writes. The verifier believes the text that the log signed, and no more: what
 * the proof repeats of it, the name beside the signature, and how that is written could be anything. Source: Rekor v1, signed notes.
 */
export function isOfItsCheckpoint({ inclusionProof }: TransparencyLogEntry): boolean {
  if (inclusionProof === undefined) return true;
  const { rootHash, treeSize, checkpoint } = inclusionProof;
  const [note = '', signatures = '', ...more] = (checkpoint?.envelope ?? '').split('\n\n');
  const [origin = '', size, hash] = note.split('\n');
  const [, name, signature = ''] = /^\u2014 (\S+) (\S+)\n$/u.exec(signatures) ?? [];
  return (
    more.length === 0 &&
    size === treeSize &&
    hash === rootHash.toString('base64') &&
    name === origin.replace(/ - \d+$/, '') &&
    signature === Buffer.from(signature, 'base64').toString('base64')
  );
}
