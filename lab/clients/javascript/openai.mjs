import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { baseUrl, isConfigured, job } from './job.mjs';

/** The SDK has a number of retries and no delay to set: the fetch that it is given retries instead. */
async function patientFetch(url, init) {
  for (let n = 0; ; n++) {
    const response = await fetch(url, init);
    if (response.status !== 429 || n >= 9) return response;
    await response.text();
    await sleep(Math.max(1_000 * Number(response.headers.get('Retry-After')), 500 * 2 ** n));
  }
}
const configured = { maxRetries: 0, fetch: patientFetch };
const client = new OpenAI({
  baseURL: baseUrl,
  apiKey: process.env.PETVET_API_KEY,
  ...(isConfigured && configured),
});

await job((method, path, body) => (body ? client.post(path, { body }) : client.get(path)));
