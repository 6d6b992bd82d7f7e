import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const TARGET = 'trusted_root.json';

/** What signs all roles of a repository. */
function aSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = {
    keytype: 'ed25519',
    scheme: 'ed25519',
    keyval: { public: publicKey.export({ format: 'pem', type: 'spki' }).toString() },
  };
  const keyid = createHash('sha256').update(canonical(key)).digest('hex');
  return {
    key,
    keyid,
    signed: (what: object) =>
      JSON.stringify({
        signatures: [{ keyid, sig: sign(null, Buffer.from(canonical(what)), privateKey).toString('hex') }],
        signed: what,
      }),
  };
}

/** JSON as TUF signs it: members in their order, no blanks, and in texts only what must be is escaped. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonical(name)}:${canonical(member)}`).join(',')}}`;
}

const DAY = 86_400_000;

/** A TUF repository on this machine that offers a trusted root, as Sigstore's does. */
export async function startTufRepository() {
  const [signer, other] = [aSigner(), aSigner()];
  const files = new Map<string, string>();
  const server = createServer((request, response) => {
    const file = files.get(request.url?.replace('/tuf/', '') ?? '');
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a port');
  const role = { keyids: [signer.keyid], threshold: 1 };
  const root = signer.signed({
    _type: 'root',
    spec_version: '1.0.31',
    version: 1,
    expires: expiry(365),
    consistent_snapshot: true,
    keys: { [signer.keyid]: signer.key },
    roles: { root: role, timestamp: role, snapshot: role, targets: role },
  });
  return {
    url: `http://127.0.0.1:${address.port}/tuf`,
    /** What it is trusted by. */
    root,
    /** Offers a text as its trusted root. */
    offer(
      text: string,
      {
        version = 1,
        days = 7,
        isForeign = false,
        sent = text,
      }: { version?: number; days?: number; isForeign?: boolean; sent?: string } = {},
    ) {
      const { signed } = isForeign ? other : signer;
      const common = { spec_version: '1.0.31', version, expires: expiry(days) };
      const hash = createHash('sha256').update(text).digest('hex');
      files.set(
        `${version}.targets.json`,
        signed({
          _type: 'targets',
          ...common,
          targets: { [TARGET]: { length: Buffer.byteLength(text), hashes: { sha256: hash } } },
        }),
      );
      files.set(
        `${version}.snapshot.json`,
        signed({ _type: 'snapshot', ...common, meta: { 'targets.json': { version } } }),
      );
      files.set('timestamp.json', signed({ _type: 'timestamp', ...common, meta: { 'snapshot.json': { version } } }));
      files.set(`targets/${hash}.${TARGET}`, sent);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** In some days, without fractions of a second: TUF has none. */
function expiry(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().replace(/\.\d+Z$/, 'Z');
}
