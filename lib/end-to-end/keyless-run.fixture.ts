import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { aService } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

export const TOKEN = aToken();
export const TRUSTED = ['--trusted-root', 'trusted_root.json'] as const;
export const SIGNER = ['--certificate-identity', IDENTITY, '--certificate-issuer', ISSUER] as const;

/** A service that was certified as a pipeline does it, without a key. */
export async function keylessRun() {
  const service = await aService();
  const issuer = await startIssuer();
  const place = await folder();
  const certify = (url: string, ...flags: readonly string[]) =>
    petvetHere(['certify', '--keyless', '--fulcio', url, '--rekor', url, ...flags], {
      cwd: place.path,
      env: { ...service.env, SIGSTORE_ID_TOKEN: TOKEN },
    });
  const report = join(place.path, 'report');
  writeFileSync(join(place.path, 'trusted_root.json'), issuer.trustedRoot());
  const ended = await certify(issuer.url, '--report', report);
  return {
    issuer,
    place: place.path,
    report,
    ended,
    certify,
    verify: (certificate: string, ...flags: readonly string[]) =>
      petvetHere(['verify', certificate, ...flags], { cwd: place.path }),
    [Symbol.asyncDispose]: async () => {
      await place[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
