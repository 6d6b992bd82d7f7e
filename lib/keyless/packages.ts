import { UsageError } from '../errors.ts';

/** The code of Node where a package is not installed. */
const NOT_THERE = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/**
 * The client that signs. petvet does not bring it along: it weighs half as much as everything else together, and few need it.
 *
 * @throws {UsageError} when it is not installed
 */
export async function loadSigning() {
  return installed('--keyless', '@sigstore/sign', async () => {
    const [sign, bundle] = await Promise.all([import('@sigstore/sign'), import('@sigstore/bundle')]);
    return { ...sign, ...bundle };
  });
}

/**
 * What verifies, offline; see {@link loadSigning}.
 *
 * @throws {UsageError} when it is not installed
 */
export async function loadVerifying() {
  return installed('a keyless certificate', '@sigstore/verify', async () => {
    const [verify, bundle, specs] = await Promise.all([
      import('@sigstore/verify'),
      import('@sigstore/bundle'),
      import('@sigstore/protobuf-specs'),
    ]);
    return { ...verify, ...bundle, TrustedRoot: specs.TrustedRoot };
  });
}

async function installed<Loaded>(what: string, name: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_THERE.includes(String(error.code)))) throw error;
    throw new UsageError(
      `${what} needs the package ${name}, which petvet does not bring along`,
      `install it where petvet is: npm install ${name}`,
    );
  }
}
