/**
 * The names of what a service does where the specification is silent, as far as a comparison of two runs reads them: it has their reports
 * and nothing else, and reads such names here and nowhere else.
 */

/** `1 item`, `20 items`. */
export function itemCount(count: number | undefined): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** What an unusual list request gets: `200 with 20 items`. @param items - undefined where the body is not an array */
export function nameOfResponse(status: number, items: number | undefined): string {
  return items === undefined ? `${status}` : `${status} with ${itemCount(items)}`;
}

/** The status and the number of items that the name of such a response has; undefined without items, and for other names. */
export function responseOf(name: string): { readonly status: number; readonly items: number } | undefined {
  const [, status, items] = /^(\d+) with (\d+) items?$/.exec(name) ?? [];
  return status === undefined ? undefined : { status: Number(status), items: Number(items) };
}

/** Whether requests with a status count against the rate limit. */
export function nameOfUse(status: number, isCounted: boolean): string {
  return `requests that get ${status} ${isCounted ? '' : 'do not '}use up the window`;
}

/** The status of requests, and whether they count against the rate limit. */
export function useOf(name: string): { readonly status: number; readonly isCounted: boolean } | undefined {
  const [, status, not] = /^requests that get (\d{3}) (do not )?use up the window$/.exec(name) ?? [];
  return status === undefined ? undefined : { status: Number(status), isCounted: not === undefined };
}

/** The relations that a Link header names, behind the headers that may lead to a following page. */
export function nameOfRelations(relations: readonly string[]): string {
  return relations.length === 0 ? '' : ` (rel ${relations.join(', ')})`;
}

/** Those headers alone: which relations there are depends on the page. */
export function withoutRelations(name: string): string {
  return name.replace(/ \(rel .*$/s, '');
}
