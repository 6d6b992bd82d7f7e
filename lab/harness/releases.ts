import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LAB } from './stacks.ts';

/** The register of the lab: certificates of real runs of its services. */
export const REGISTER = join(LAB, 'register');

/** One version of a service of the lab that has a certificate in the register. */
export interface Release {
  /** The folders in the register. */
  readonly name: string;
  readonly version: string;
  /** The folder of the stack, and the file in it that is started and certified. */
  readonly stack: string;
  readonly file: string;
}

/** What `npm run register` certifies. All of them need Node alone. */
export const RELEASES: readonly [Release, ...Release[]] = [
  { name: 'pets-fastify', version: '1.0.0', stack: 'fastify', file: 'mended.mjs' },
  { name: 'pets-hono', version: '1.0.0', stack: 'hono', file: 'mended.mjs' },
  { name: 'pets-koa', version: '1.0.0', stack: 'koa', file: 'release-1.0.0.mjs' },
  { name: 'pets-koa', version: '1.1.0', stack: 'koa', file: 'mended.mjs' },
  { name: 'pets-koa', version: '1.2.0', stack: 'koa', file: 'release-1.2.0.mjs' },
  { name: 'pets-openapi', version: '1.0.0', stack: 'openapi', file: 'mended.mjs' },
];

/** The one of them whose dispute the register shows. */
export const DISPUTED: Release = RELEASES[0];

/** The day that the table in the register is of, YYYY-MM-DD: its certificates were fresh then, whatever day it is. */
export function tableDate(): string {
  const table: unknown = JSON.parse(readFileSync(join(REGISTER, 'register.json'), 'utf8'));
  return z.object({ asOf: z.iso.date() }).parse(table).asOf;
}

/** What a release says of itself. */
export function productOf({ name, version, stack, file }: Release): string {
  return `schema: petvet/product/1
name: ${name}
version: ${version}
vendor: the lab of petvet
reproduce: |
  cd lab/${stack} && npm ci
  PORT=8080 LAB_KEY=key LAB_SECOND_KEY=other LAB_LIMIT_PER_MINUTE=60 LAB_LIMIT_PER_DAY=1000 LAB_PLAN=free node ${file}
`;
}
