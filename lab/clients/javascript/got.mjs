import got from 'got';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

const configured = {
  retry: {
    limit: 9,
    methods: ['GET', 'POST'],
    calculateDelay: ({ attemptCount, retryAfter = 0, computedValue }) =>
      computedValue === 0 ? 0 : Math.max(retryAfter, 500 * 2 ** (attemptCount - 1)),
  },
};
const client = got.extend({ headers, ...(isConfigured && configured) });

await job((method, path, json) => client(baseUrl + path, { method, json }).json());
