/**
 * Does the same work on many things, some of them at a time. After a failure nothing more is begun, and what is under way comes to its end:
 * nobody clears up beneath it.
 *
 * @param atATime - at least one
 * @throws the first failure
 */
export async function workOn<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a worker does one thing at a time
        await work(one);
      } catch (error) {
        failures.push(error);
        waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atATime) }, worker));
  if (failures.length > 0) throw failures[0];
}
