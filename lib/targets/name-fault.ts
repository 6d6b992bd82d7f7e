/** What is wrong with the name of a target, in a clause that follows what gave it, and what to do; undefined where nothing is. */
export function nameFault(name: string): { readonly why: string; readonly hint: string } | undefined {
  if (name.trim() === '') return { why: 'must name a target, and is empty', hint: 'such as staging or staging-eu' };
  if (!/^[a-z\d]+([-_][a-z\d]+)*$/i.test(name))
    return { why: 'must be a name of letters, digits, hyphens and underscores', hint: 'such as staging or staging-eu' };
  // PETVET_SECOND_API_KEY is the second caller's key of the target without a name, PETVET_X_SECOND_API_KEY that of x.
  if (/(^|[-_])second$/i.test(name))
    return {
      why: 'must not name a target "second": PETVET_SECOND_API_KEY would have two meanings',
      hint: 'choose another name',
    };
  return undefined;
}
