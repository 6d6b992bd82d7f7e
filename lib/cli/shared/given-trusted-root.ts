import type { TrustedRoot } from '../../keyless/trusted-root.ts';

/** Whom to believe about signers without a key, where it was given. @throws {UsageError} when the file cannot be used */
export async function trustedRootOf({
  trustedRoot,
}: {
  readonly trustedRoot?: string;
}): Promise<TrustedRoot | undefined> {
  if (trustedRoot === undefined) return undefined;
  // Only keyless certificates need what this loads.
  const { readTrustedRoot } = await import('../../keyless/trusted-root.ts');
  return readTrustedRoot(trustedRoot);
}
