import { expect, it } from 'vitest';
import { aReport, type ReportParts } from '../report/report.fixture.ts';
import { reportOf } from './run-report.ts';

const sameService = (knowledge: NonNullable<ReportParts['knowledge']>, folder?: string) =>
  reportOf({ ...aReport({ knowledge }) }, folder).sameService;

it.each([
  ['a named target', { target: 'staging' }, ['--target', 'staging']],
  ['an address', { target: 'unnamed' }, ['--base-url', 'http://127.0.0.1:8080/v1']],
  ['the reference server', { target: 'reference' }, ['--target', 'reference']],
  [
    'an inner address, written to',
    { target: 'unnamed', baseUrl: 'http://pets.inner/v1', loopback: false },
    ['--base-url', 'http://pets.inner/v1', '--allow-plain-http', '--writes'],
  ],
  ['what was not to be written to', { target: 'staging', writes: false }, ['--target', 'staging', '--no-writes']],
  [
    'what is not written to anyhow',
    { target: 'production', loopback: false, writes: false, baseUrl: 'https://pets.example/v1' },
    ['--target', 'production'],
  ],
] as const)('the flags of a command name %s, and permit what was permitted', (_what, knowledge, flags) => {
  expect(sameService(knowledge, 'reports/x')).toEqual({ folder: 'reports/x', flags });
});
