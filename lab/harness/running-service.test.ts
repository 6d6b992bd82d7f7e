import { expect, it } from 'vitest';
import { startService } from './running-service.ts';

const SETTINGS = { plan: 'free', perMinute: 60, perDay: 1_000, key: 'first-key', secondKey: 'second-key' };
const FOLDER = import.meta.dirname;

/** A command that runs a script; it has no quotes of the single kind. */
const running = (script: string) => ({ command: `exec '${process.execPath}' -e '${script}'`, folder: FOLDER });

const SERVICE = `
  require("http")
    .createServer((request, response) => response.end(JSON.stringify(process.env)))
    .listen(process.env.PORT, "127.0.0.1");
`;

it('starts a service with its settings, and ends it', async () => {
  let url: string;
  {
    await using service = await startService(running(SERVICE), {}, SETTINGS);
    url = `${service.baseUrl}/pets`;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/pets$/);
    const answer = await fetch(url);
    expect(await answer.json()).toMatchObject({
      LAB_KEY: 'first-key',
      LAB_SECOND_KEY: 'second-key',
      LAB_LIMIT_PER_MINUTE: '60',
      LAB_LIMIT_PER_DAY: '1000',
      LAB_PLAN: 'free',
    });
  }
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

it('says what a service printed that does not start, without its keys', async () => {
  const script = 'console.error("no use for", process.env.LAB_KEY); process.exit(3)';
  const error = await startService(running(script), {}, SETTINGS).catch((thrown: unknown) => String(thrown));
  expect(error).toContain('did not start: it ended with 3');
  expect(error).toContain('no use for {primary}');
  expect(error).not.toContain('first-key');
});
