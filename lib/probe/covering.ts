/**
 * Puts values in the order in which they cover most: each next one has the most features that none before it has, then the
 * most pairs of features that none before it has together; of equal ones the first. A greedy cover of all pairs, as
 * pairwise testing has it: a fault that takes one feature, or two together, is met early.
 *
 * @param featuresOf - what a value has that may make a difference
 * @param most - at most this many are ordered; the others follow in their given order
 */
export function orderByCoverage<T>(
  values: readonly T[],
  featuresOf: (value: T) => readonly string[],
  most = values.length,
): readonly T[] {
  const rest = values.map((value) => {
    const features = featuresOf(value);
    return { value, features, pairs: pairsOf(features) };
  });
  const covered = new Set<string>();
  const ordered: T[] = [];
  const fresh = (all: readonly string[]) => all.filter((one) => !covered.has(one)).length;
  while (rest.length > 0 && ordered.length < most) {
    let best = { at: 0, features: -1, pairs: -1 };
    for (const [at, { features, pairs }] of rest.entries()) {
      const one = { at, features: fresh(features), pairs: fresh(pairs) };
      if (one.features > best.features || (one.features === best.features && one.pairs > best.pairs)) best = one;
    }
    // What is left adds nothing: it follows as it stands.
    if (best.pairs === 0 && best.features === 0) break;
    for (const { value, features, pairs } of rest.splice(best.at, 1)) {
      ordered.push(value);
      for (const one of [...features, ...pairs]) covered.add(one);
    }
  }
  return [...ordered, ...rest.map(({ value }) => value)];
}

function pairsOf(features: readonly string[]): readonly string[] {
  return features.flatMap((one, at) => features.slice(at + 1).map((other) => `${one} & ${other}`));
}
