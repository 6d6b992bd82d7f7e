import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

const configured = {
  retries: 9,
  minTimeout: 500,
  onFailedAttempt: async ({ error, retryDelay }) => {
    await sleep(Math.max(0, error.retryAfter - retryDelay));
  },
};

await job((method, path, body) =>
  pRetry(
    async () => {
      const sent = { ...headers, 'Content-Type': 'application/json' };
      const response = await fetch(baseUrl + path, { method, headers: sent, body: body && JSON.stringify(body) });
      const retryAfter = 1_000 * Number(response.headers.get('Retry-After'));
      const text = await response.text();
      if (!response.ok) throw Object.assign(new Error(`${response.status}`), { retryAfter });
      return JSON.parse(text);
    },
    isConfigured ? configured : { retries: 5 },
  ),
);
