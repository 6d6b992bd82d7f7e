import { Agent, RetryAgent } from 'undici';
import { baseUrl, headers, isConfigured, job } from './job.mjs';

const configured = {
  maxRetries: 9,
  methods: ['GET', 'POST'],
  retry: (error, { state, opts }, done) => {
    const { statusCodes, methods, maxRetries } = opts.retryOptions;
    const isOver = state.counter > maxRetries || !methods.includes(opts.method);
    if (isOver || !statusCodes.includes(error.statusCode)) return done(error);
    const retryAfter = Number(error.headers?.['retry-after'] ?? 0);
    setTimeout(() => done(null), Math.max(1_000 * retryAfter, 250 * 2 ** state.counter));
  },
};
const agent = new RetryAgent(new Agent(), isConfigured ? configured : {});

await job(async (method, path, body) => {
  const { statusCode, body: content } = await agent.request({
    origin: new URL(baseUrl).origin,
    path: new URL(baseUrl).pathname + path,
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await content.text();
  if (statusCode >= 400) throw new Error(`${statusCode}`);
  return JSON.parse(text);
});
