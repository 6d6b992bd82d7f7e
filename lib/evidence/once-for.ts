/** What is read from an object, read once for each and forgotten with it. @param read - pure: the object must not change */
export function onceFor<Of extends object, Read extends object>(read: (of: Of) => Read): (of: Of) => Read {
  const known = new WeakMap<Of, Read>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const fresh = read(of);
    known.set(of, fresh);
    return fresh;
  };
}
