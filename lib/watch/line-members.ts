/** The text of a member, or undefined where it says that there was none. */
export function presentAt(entry: unknown, place: string): string | undefined {
  const text = textAt(entry, place);
  return text === undefined || text === '' || text === '-' ? undefined : text;
}

/** The text of a member; several values as one header has them. */
export function textAt(entry: unknown, place: string): string | undefined {
  const value = at(entry, place);
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A member by its place, whatever the case of its letters: names of headers are written in many ways, and with dots in them. */
export function at(entry: unknown, place: string): unknown {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const found = memberOf(entry, place);
  if (found !== undefined) return found;
  for (let dot = place.indexOf('.'); dot > 0; dot = place.indexOf('.', dot + 1)) {
    const inner = memberOf(entry, place.slice(0, dot));
    const value = inner === undefined ? undefined : at(inner, place.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

function memberOf(entry: object, name: string): unknown {
  if (Object.hasOwn(entry, name)) return Reflect.get(entry, name);
  const lower = name.toLowerCase();
  const key = Object.keys(entry).find((one) => one.toLowerCase() === lower);
  return key === undefined ? undefined : Reflect.get(entry, key);
}
