/** How a client of these tests acts. */
export interface ClientHabits {
  /** What it waits after the refusal of that number in a row (from 0), in milliseconds, as an expression of `n` and `asked` (ms). */
  readonly wait: string;
  /** How often it tries again. */
  readonly retries?: number;
  /** What it sends, one after the other, each as an expression of the arguments of its `call`; calls are numbered by `i`. */
  readonly call?: string;
  readonly calls?: number;
  /** It goes on with the next call after it gave one up. */
  readonly goesOn?: boolean;
  /** It sends a request again whose connection failed, or which got 503. */
  readonly outlives?: boolean;
  readonly authorization?: string;
  /** Requests at the same time. */
  readonly workers?: number;
}

/** The source of a client, for `node --eval`: it reads its settings as clients do, from its environment. */
export function clientSource(habits: ClientHabits): string {
  const {
    wait,
    retries = 9,
    call = "'/pets?limit=3'",
    calls = 6,
    workers = 1,
    goesOn = false,
    outlives = false,
  } = habits;
  const authorization = habits.authorization ?? '`Bearer ${key}`';
  return `
    const base = process.env.PETVET_BASE_URL, key = process.env.PETVET_API_KEY;
    const { setTimeout: sleep } = require('node:timers/promises');
    const newPet = (body) => ({ method: 'POST', body: JSON.stringify(body) });
    async function call(path, init = {}) {
      for (let n = 0; ; n++) {
        const headers = { 'Content-Type': 'application/json', ...(${authorization} && { Authorization: ${authorization} }) };
        const response = await fetch(base + path, { ...init, headers })
          .then(async (one) => (await one.arrayBuffer(), one))
          .catch((error) => { if (!${outlives}) throw error; });
        if (response !== undefined && response.status !== 429 && !(${outlives} && response.status === 503)) return;
        const after = response?.headers.get('retry-after') ?? '0';
        const asked = /^[0-9]+$/.test(after) ? 1000 * Number(after) : Date.parse(after) - Date.now();
        if (n >= ${retries} && ${goesOn}) return await sleep(asked);
        if (n >= ${retries}) throw new Error('gave up');
        await sleep(${wait});
      }
    }
    const work = async () => { for (let i = 0; i < ${calls}; i++) await call(${call}); };
    Promise.all(Array.from({ length: ${workers} }, work)).catch((error) => { console.error(error.message); process.exit(1); });
  `;
}
