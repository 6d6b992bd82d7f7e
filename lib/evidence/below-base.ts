/**
 * What follows the base path in a requested path; undefined where that is not below it: `/v1beta` is not below `/v1`.
 *
 * @param base - without a slash at its end
 */
export function belowBase(base: string, path: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  return rest === '' || /^[/?]/.test(rest) ? rest : undefined;
}
