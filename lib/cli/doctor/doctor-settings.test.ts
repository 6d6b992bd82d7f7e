import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { service } from '../../end-to-end/loopback-service.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { IS_THE_PROXY_UP } from '../../errors.ts';
import { KEY, reference, Said, says, settings } from './doctor.fixture.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-doctor-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('of the settings, doctor', () => {
  it('says that the length of a window is declared, which it cannot measure', async () => {
    await using server = await reference({ plan: 'free', windowSeconds: 20 });
    const { lines } = await says(place, { ...settings(server.baseUrl), PETVET_WINDOW_SECONDS: '30' });
    expect(lines['window']).toBe('well: 60 per 30 s: plan free; its length is declared in the settings, not measured');
  });

  it('names the proxy of the target, or one that other programs would use', async () => {
    await using server = await reference();
    const own = settings(server.baseUrl);
    const through = await typed(['doctor'], place, { ...own, PETVET_PROXY: 'http://me:secret@127.0.0.1:9' });
    expect(through.out).toContain('through the proxy 127.0.0.1:9');
    expect(through.out).not.toContain('secret');
    const { out } = await typed(['doctor'], place, { ...own, HTTP_PROXY: 'http://127.0.0.1:9' });
    expect(out).toContain('? settings  HTTP_PROXY is set, and petvet does not use it');
  });

  it('names the targets that there are instead of an unknown one', async () => {
    const known = { PETVET_STAGING_BASE_URL: 'http://127.0.0.1/v1', PETVET_EU_WEST_BASE_URL: 'http://127.0.0.1/v1' };
    const { status, out } = await typed(['doctor', '--target', 'stagin'], place, known);
    expect(status).toBe(2);
    expect(out).toContain('✖ settings  there is no target stagin: neither .env nor the environment sets');
    expect(out).toContain('→ did you mean staging? the targets are staging, eu-west');
  });

  it('says of each wrong setting what is wrong, and sends nothing', async () => {
    const { status, out } = await typed(['doctor'], place, {
      PETVET_BASE_URL: 'https://pets.example',
      PETVET_PLAN: 'gold',
    });
    expect(status).toBe(2);
    expect(out).toMatch(
      /✖ settings {2}PETVET_PLAN must be one of .*\n.*\n✖ settings {2}PETVET_BASE_URL must end with \/v1/,
    );
    expect(out).toMatch(/3 things to fix\. Nothing was sent\.\n$/);
  });

  it('calls an empty variable a setting that no run can begin with', async () => {
    const { status, requests, lines } = await says(place, { PETVET_BASE_URL: '', PETVET_API_KEY: '' });
    expect({ status, requests, settings: lines['settings'] }).toMatchObject({
      status: 2,
      requests: 0,
      settings: expect.stringMatching(/^mend: /),
    });
  });

  it.each([
    ['is down', '1', 'no connection to the proxy 127.0.0.1:1'],
    ['refuses the way', 'refuses', 'did not open the way to pets.example'],
  ])('names the proxy that %s, and what to do about it', async (_what, port, said) => {
    await using proxy = await service(() => {});
    const { out } = await typed(['doctor', '--format', 'json'], place, {
      PETVET_BASE_URL: 'https://pets.example/v1',
      PETVET_API_KEY: KEY,
      PETVET_PROXY: port === 'refuses' ? new URL(proxy.baseUrl).origin : `http://127.0.0.1:${port}`,
    });
    const { lines } = Said.parse(JSON.parse(out));
    const line = lines.find(({ topic }) => topic === 'service');
    expect(line).toMatchObject({ state: 'mend', says: expect.stringContaining(said) });
    expect(line?.toDo).toBe(IS_THE_PROXY_UP);
  });

  it('says that nothing is configured, which is no fault', async () => {
    const { status, lines } = await says(place, {});
    expect({ status, settings: lines['settings'] }).toEqual({
      status: 0,
      settings: expect.stringContaining('unknown: no target is configured'),
    });
  });

  it('says that PETVET_K6 names no k6', async () => {
    const { status, lines } = await says(place, { PETVET_K6: '/nowhere/k6' });
    expect({ status, k6: lines['k6'] }).toEqual({
      status: 2,
      k6: 'mend: PETVET_K6 names /nowhere/k6: there is no program of that name',
    });
  });

  it('wants one target', async () => {
    const { status, err } = await typed(['doctor', '--target', 'a', '--base-url', 'http://127.0.0.1/v1'], place);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringContaining('petvet: --target and --base-url cannot both be given'),
    });
  });
});
