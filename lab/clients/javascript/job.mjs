import { setTimeout as sleep } from 'node:timers/promises';

/** Where the service is, what every request carries, and which of its two ways a client goes: `default` or `configured`. */
export const baseUrl = process.env.PETVET_BASE_URL;
export const headers = { Authorization: `Bearer ${process.env.PETVET_API_KEY}` };
export const isConfigured = process.argv[2] === 'configured';

/** The work: 24 requests, one after the other. A failure is told; after a pause the job goes on with the next request. */
export async function job(send) {
  for (let i = 1; i <= 24; i++)
    try {
      await (i <= 20
        ? send('GET', `/pets?limit=${i}`)
        : send('POST', '/pets', { name: `Pet ${i}`, categoryId: i, status: 'available' }));
    } catch (error) {
      console.error(`request ${i}: ${error.message}`);
      await sleep(2_500);
    }
}
