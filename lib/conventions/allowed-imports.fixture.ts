/** What the files of a room may import besides one another. */
export interface Allowed {
  /** Other rooms of lib/; `errors.ts` counts as one. */
  readonly rooms: readonly string[];
  /** Rooms of which only types may be imported, but by tests. */
  readonly types?: readonly string[];
  /** Packages of others, and modules of Node; `node:*` stands for all of the latter. */
  readonly packages: readonly string[];
}

/** Everything that decides on a verdict; nothing here can reach the network. */
export const JUDGE_ROOMS = ['contract', 'rules', 'shapes', 'evidence', 'expectation', 'judges', 'ledger'] as const;

/** What no judge room may import, whatever the table says; evidence lies on disk. */
export const FORBIDDEN_TO_JUDGES = [
  'node:net',
  'node:http',
  'node:https',
  'node:fs',
  'node:child_process',
  'undici',
  'vitest',
];

/** The rooms that decide what a run is, and may do so over all others; and the words for it. */
const JUDGING = [...JUDGE_ROOMS, 'model', 'text', 'errors.ts'];

/** Room to room, and third parties. A room that is not named here may not exist. */
export const ALLOWED: Readonly<Record<string, Allowed>> = {
  contract: { rooms: [], packages: [] },
  // What makes text harmless, measures it and wraps it.
  text: { rooms: [], packages: ['hono/html', 'node:util'] },
  // Files of the user, on a machine where anything may be one.
  files: { rooms: ['errors.ts'], packages: ['yaml', 'node:*'] },
  rules: { rooms: ['contract'], packages: [] },
  shapes: { rooms: ['contract'], types: ['evidence'], packages: ['zod', 'zod-openapi'] },
  evidence: {
    rooms: ['contract', 'files', 'errors.ts'],
    packages: ['zod', 'node:fs', 'node:fs/promises', 'node:readline', 'node:zlib', 'node:buffer'],
  },
  expectation: { rooms: ['contract', 'rules', 'shapes', 'evidence'], packages: [] },
  judges: { rooms: ['contract', 'rules', 'shapes', 'evidence', 'expectation'], packages: ['node:zlib'] },
  // What may make a difference about a request, and what of it a run has covered.
  model: { rooms: ['contract', 'evidence', 'expectation'], types: ['rules'], packages: [] },
  ledger: { rooms: ['contract', 'rules', 'text'], types: ['evidence', 'judges'], packages: ['node:crypto'] },
  // What a run was asked to decide: what its profile promises, known violations, which rules count, the exit status and why.
  gate: {
    rooms: [...JUDGING, 'files', 'targets'],
    packages: ['yaml', 'zod'],
  },
  report: {
    rooms: ['contract', 'rules', 'shapes', 'evidence', 'files', 'gate', 'ledger', 'targets', 'text', 'errors.ts'],
    types: ['judges', 'model'],
    packages: [
      'allure-js-commons',
      'allure-js-commons/sdk/reporter',
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:util',
      'node:zlib',
      'sarif',
      'simple-statistics',
    ],
  },
  targets: { rooms: ['contract', 'evidence', 'files', 'errors.ts'], packages: ['zod', 'dotenv', 'node:*'] },
  wire: { rooms: ['contract', 'targets', 'evidence', 'errors.ts'], packages: ['undici', 'node:*'] },
  probe: {
    rooms: [...JUDGING, 'targets', 'wire', 'reference'],
    packages: ['fast-check', 'simple-statistics', 'node:*'],
  },
  reference: { rooms: ['contract', 'rules'], packages: ['hono', '@hono/node-server', 'lossless-json', 'node:*'] },
  run: {
    rooms: [...JUDGING, 'files', 'gate', 'keyless', 'report', 'targets', 'wire', 'probe', 'reference'],
    packages: ['zod', 'node:*'],
  },
  // A client run against a server that refuses by a script, and judged by what it sent.
  client: {
    rooms: [
      'contract',
      'rules',
      'evidence',
      'expectation',
      'files',
      'reference',
      'load',
      'report',
      'run',
      'targets',
      'text',
      'errors.ts',
    ],
    packages: ['simple-statistics', 'zod', 'node:*'],
  },
  // What an import of the package gives: re-exports, and a matcher for what fetch got.
  api: {
    rooms: ['contract', 'rules', 'evidence', 'expectation', 'judges', 'probe', 'reference', 'text'],
    packages: ['fast-check', 'vitest'],
  },
  // What two recorded checks say of two services, held against each other.
  diff: { rooms: ['contract', 'report', 'rules', 'shapes', 'text'], types: ['ledger'], packages: ['zod'] },
  // What a recorded run found, sent again.
  replay: {
    rooms: [...JUDGING, 'files', 'report', 'targets', 'wire', 'probe', 'run'],
    packages: ['node:*'],
  },
  // Signatures of a pipeline that keeps no key: who signed, and when, as Sigstore vouches for it.
  keyless: {
    rooms: ['evidence', 'files', 'targets', 'text', 'errors.ts'],
    packages: [
      '@sigstore/bundle',
      '@sigstore/protobuf-specs',
      '@sigstore/sign',
      '@sigstore/tuf',
      '@sigstore/verify',
      'zod',
      'node:*',
    ],
  },
  // What a run came to, signed; and the checks of those who do not trust the signer.
  certificate: {
    rooms: [...JUDGING, 'client', 'files', 'keyless', 'load', 'report', 'targets', 'wire', 'run'],
    packages: ['zod', 'node:*'],
  },
  // Certificates of many implementations, checked and put into one table.
  register: {
    rooms: ['rules', 'shapes', 'certificate', 'client', 'diff', 'files', 'keyless', 'report', 'text', 'errors.ts'],
    packages: ['zod', 'yaml', 'node:*'],
  },
  // What a client was shown to stand, against what a service was seen to do.
  pair: { rooms: ['client', 'contract', 'evidence', 'text'], packages: [] },
  // Traffic that flows anyway, read from logs or as it passes, and judged without end.
  watch: {
    rooms: [...JUDGING, 'client', 'files', 'report', 'run', 'targets', 'wire'],
    packages: ['zod', 'node:*'],
  },
  suites: { rooms: ['probe', 'contract'], types: ['expectation'], packages: [] },
  // The door for those who live in vitest: the suites as tests of it.
  vitest: {
    rooms: [...JUDGING, 'report', 'targets', 'probe', 'run'],
    packages: ['vitest', 'node:*'],
  },
  // Starts k6, reads what it says, and has it judged.
  load: {
    rooms: [
      'contract',
      'evidence',
      'files',
      'gate',
      'ledger',
      'report',
      'rules',
      'run',
      'shapes',
      'targets',
      'text',
      'errors.ts',
    ],
    types: ['reference'],
    packages: ['zod', 'yaml', 'node:*'],
  },
  // What k6 runs, in an engine of its own: nothing of Node is there.
  'load scripts': { rooms: ['contract'], packages: ['k6'] },
  'errors.ts': { rooms: [], packages: [] },
};

/** Rooms that put the others together, and may import everything. */
export const FREE_ROOMS = ['cli', 'exam', 'conventions', 'end-to-end', 'tools', 'attack', 'golden', 'lab'];

/** What tests and fixtures may import besides what their room may: the tools of testing, Node, and fixtures of other rooms. */
export const ALLOWED_TO_TESTS = [
  '@sigstore/bundle',
  '@sigstore/mock',
  '@sigstore/protobuf-specs',
  '@sigstore/verify',
  'vitest',
  'fast-check',
  'ajv',
  'ajv-formats',
  'ctrf',
  'fast-xml-parser',
  'marked',
  'xmllint-wasm',
  'protobufjs',
  'snappyjs',
  'zod',
  '@seriousme/openapi-schema-validator',
  'playwright-core',
  'simple-statistics',
  '@axe-core/playwright',
  '@sparticuz/chromium',
  'node:*',
];

/** Single imports that a reason excuses; each must still be there. */
export const EXCUSED: readonly { readonly file: string; readonly specifier: string; readonly because: string }[] = [
  {
    file: 'lib/evidence/har-out.ts',
    specifier: 'node:http',
    because: 'the list of reason phrases, which a HAR shows; it opens no socket',
  },
  {
    file: 'lib/shapes/write-schemas.ts',
    specifier: 'node:fs',
    because: 'run by hand to publish the schema; nothing imports it',
  },
  {
    file: 'lib/judges/simulation.busy.test.ts',
    specifier: '../ledger/bounds.ts',
    because: 'the README states the simulated rate of false alarms in the words that the ledger has for a bound',
  },
  { file: 'suites/vitest.config.ts', specifier: 'vitest/config', because: 'the configuration of vitest' },
  { file: 'suites/vitest.config.ts', specifier: 'node:module', because: 'it looks whether allure-vitest is installed' },
  { file: 'suites/all.vitest.ts', specifier: '../lib/vitest/adapter.ts', because: 'the suites as tests of vitest' },
];
