import { DelegateBackoff, ExponentialBackoff, handleAll, retry } from 'cockatiel';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

const patient = new DelegateBackoff(({ attempt, result }) =>
  Math.max(result.error?.retryAfter ?? 0, 500 * 2 ** (attempt - 1)),
);
const policy = isConfigured
  ? retry(handleAll, { maxAttempts: 9, backoff: patient })
  : retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() });

await job((method, path, body) =>
  policy.execute(async () => {
    const sent = { ...headers, 'Content-Type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers: sent, body: body && JSON.stringify(body) });
    const retryAfter = 1_000 * Number(response.headers.get('Retry-After'));
    const text = await response.text();
    if (!response.ok) throw Object.assign(new Error(`${response.status}`), { retryAfter });
    return JSON.parse(text);
  }),
);
