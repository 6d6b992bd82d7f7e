import { basename } from 'node:path';
import { UsageError } from '../errors.ts';
import { digestOf } from './digest.ts';
import type { Subject } from './predicate.ts';

/** What `petvet certify` is told of its subject. */
export interface SubjectFlags {
  readonly subject?: string;
  readonly subjectFile?: string;
  readonly start?: string;
}

/**
 * What a certificate is to be about.
 *
 * @param secrets - what may not stand in a certificate
 * @throws {UsageError} for flags that contradict one another, and for a file that cannot be read
 */
export async function subjectFrom(
  { subject, subjectFile, start }: SubjectFlags,
  secrets: readonly string[],
): Promise<Subject> {
  if (subject !== undefined && start !== undefined)
    throw new UsageError(
      '--subject and --start cannot both be given',
      'with --start, petvet computes the digest of --subject-file itself',
    );
  if (subject !== undefined && subjectFile !== undefined)
    throw new UsageError('--subject and --subject-file cannot both be given', 'one of them names what is certified');
  if (subject !== undefined) return named(subject);
  if (start === undefined && subjectFile === undefined) return { kind: 'address' };
  if (start === undefined || subjectFile === undefined)
    throw new UsageError(
      start === undefined ? '--subject-file needs --start' : '--start needs --subject-file',
      'the one says what is certified, the other how it is started; --subject NAME@sha256:HEX names what already runs',
    );
  // A command stands in the certificate, and in the list of processes.
  if (secrets.some((secret) => secret !== '' && start.includes(secret)))
    throw new UsageError(
      '--start must not contain an API key: the certificate contains the command',
      'give the key to the service through a file or a variable',
    );
  const { sha256 } = await digestOf(subjectFile, 'the file');
  return { kind: 'started', name: basename(subjectFile), sha256, command: start };
}

function named(text: string): Subject {
  const [, name, sha256] = /^([^\s@][^\s]{0,255})@sha256:([\da-f]{64})$/i.exec(text) ?? [];
  if (name === undefined || sha256 === undefined)
    throw new UsageError(
      `--subject ${JSON.stringify(text.slice(0, 120))} is not NAME@sha256:HEX`,
      'for example --subject registry.example/pets@sha256:, followed by the 64 hexadecimal digits of the digest',
    );
  return { kind: 'named', name, sha256: sha256.toLowerCase() };
}
