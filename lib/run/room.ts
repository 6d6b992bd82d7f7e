import { PAGE, PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import { isExactArray, isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import type { Answer, Exchange } from '../evidence/exchange.ts';

/**
 * How much room the filtered pages have left, as a run shows it: nothing can be deleted, and a pet that no page shows
 * can be judged by no filter. Counts what the run created, and how full each status was when it was last listed.
 */
export class Room {
  readonly #sizes = new Map<PetStatus, number>();
  readonly #created = new Map<PetStatus, number>();

  /** Takes in one exchange of the run, in any order of statuses. */
  take({ request, answer }: Exchange): void {
    if (answer === undefined) return;
    const status = PET_STATUSES.find((one) => request.target === `/pets?limit=${PAGE.maximum}&status=${one}`);
    if (request.method === 'GET' && status !== undefined && request.credential === 'primary' && answer.status === 200) {
      const page = bodyOf(answer);
      if (isExactArray(page)) this.#sizes.set(status, page.length);
    }
    if (request.method === 'POST' && answer.status === 201) {
      const pet = bodyOf(answer);
      const shown = PET_STATUSES.find((one) => isExactObject(pet) && pet['status'] === one);
      if (shown !== undefined) this.#created.set(shown, (this.#created.get(shown) ?? 0) + 1);
    }
  }

  /**
   * At least as many runs like this one find room: those statuses count whose pages are not full, because a run puts
   * nearly all that it creates under the fullest one.
   *
   * @returns undefined when the run created nothing, or did not list every status
   */
  runsLeft(): number | undefined {
    if (this.#created.size === 0 || this.#sizes.size < PET_STATUSES.length) return undefined;
    const fullest = [...this.#sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0];
    const judged = PET_STATUSES.filter((status) => status !== fullest);
    const room = judged.map((status) => Math.max(0, PAGE.maximum - 1 - (this.#sizes.get(status) ?? 0)));
    const added = judged.reduce((sum, status) => sum + (this.#created.get(status) ?? 0), 0);
    return Math.floor(room.reduce((sum, left) => sum + left, 0) / Math.max(1, added));
  }
}

function bodyOf({ body }: Answer): ExactJson | undefined {
  if (body.kind !== 'bytes') return undefined;
  const reading = parseExactJson(new TextDecoder().decode(body.bytes));
  return reading.ok ? reading.value : undefined;
}
