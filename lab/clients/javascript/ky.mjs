import ky from 'ky';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

const configured = {
  timeout: 120_000,
  retry: {
    limit: 9,
    methods: ['get', 'post'],
    delay: (attempt) => 500 * 2 ** (attempt - 1),
    backoffLimit: 60_000,
    // Without this Retry-After replaces the delay; the hook waits for what is missing.
    afterStatusCodes: [],
  },
  hooks: {
    beforeRetry: [
      async ({ error, retryCount }) => {
        const missing = 1_000 * Number(error.response?.headers.get('Retry-After')) - 500 * 2 ** (retryCount - 1);
        await new Promise((resolve) => setTimeout(resolve, missing));
      },
    ],
  },
};
const client = ky.create({ headers, ...(isConfigured && configured) });

await job((method, path, json) => client(baseUrl + path, { method, json }).json());
