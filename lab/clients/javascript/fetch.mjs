import { setTimeout as sleep } from 'node:timers/promises';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

/** The built-in fetch: without retries, and in a loop of its own. */
const MOST_RETRIES = isConfigured ? 9 : 0;

await job(async (method, path, body) => {
  for (let n = 0; ; n++) {
    const content = body && { body: JSON.stringify(body) };
    const sent = { ...headers, 'Content-Type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers: sent, ...content });
    if (response.ok) return response.json();
    await response.text();
    if (response.status !== 429 || n >= MOST_RETRIES) throw new Error(`${response.status}`);
    await sleep(Math.max(1_000 * Number(response.headers.get('Retry-After')), 500 * 2 ** n));
  }
});
