/** The first numbers of the versions of Node whose V8 is known to have both settings; another would print an error. */
const KNOWN = new Set(['22', '24']);

/**
 * Lets V8 optimize what is called ten times as often as usual, and nothing before. A check computes for a second: threads that optimize take a
 * sixth of it, mostly for what is hardly called again. What computes for minutes is optimized all the same.
 */
export function optimizeLate(): void {
  const [major = ''] = process.versions.node.split('.');
  if (!KNOWN.has(major)) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--invocation-count-for-maglev=3000');
  setFlagsFromString('--invocation-count-for-turbofan=30000');
}
