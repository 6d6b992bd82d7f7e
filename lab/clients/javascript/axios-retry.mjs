import axios from 'axios';
import axiosRetry, { isRetryableError } from 'axios-retry';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

const client = axios.create({ baseURL: baseUrl, headers });
axiosRetry(
  client,
  isConfigured
    ? {
        retries: 9,
        retryCondition: isRetryableError,
        retryDelay: (n, error) => axiosRetry.exponentialDelay(n, error, 250),
      }
    : { retries: 3 },
);

await job(async (method, url, data) => (await client.request({ method, url, data })).data);
