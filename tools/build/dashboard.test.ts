import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { DASHBOARD_FILE, dashboardJson, metricsAsked } from './dashboard.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it('the dashboard of the repository is the one that is built: npm run dashboard', () => {
  expect(readFileSync(join(ROOT, DASHBOARD_FILE), 'utf8')).toBe(dashboardJson());
});

it('the dashboard names no source of data, so that it opens anywhere', () => {
  const uids = [...dashboardJson().matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid);
  expect(new Set(uids)).toEqual(new Set(['petvet-load', '$source']));
});

it('the dashboard asks for metrics of runs in progress and of runs that ended', () => {
  expect(metricsAsked()).toEqual(expect.arrayContaining(['k6_petvet_admitted_total', 'petvet_load_outcome']));
});

it('what provisions it is YAML with one provider', () => {
  const { providers } = parse(readFileSync(join(ROOT, 'docs', 'grafana', 'provisioning.yaml'), 'utf8'));
  expect(providers).toEqual([
    expect.objectContaining({ type: 'file', options: { path: expect.stringMatching(/^\//) } }),
  ]);
});
