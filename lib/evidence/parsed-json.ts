/** The value of a JSON text; undefined when it is not JSON. Numbers beyond 2^53 are rounded: not for bodies of the service. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
