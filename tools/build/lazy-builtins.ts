import { builtinModules } from 'node:module';
import type { Plugin } from 'rolldown';

const PREFIX = '\0builtin:';

/**
 * Lets each module of Node be loaded when something of it is first used. An import loads it at each start, with all that it can give: `node:crypto`
 * then makes its whole web interface. What is a function itself, such as `node:events`, is there in any case.
 */
export function lazyBuiltins(): Plugin {
  return {
    name: 'lazy-builtins',
    resolveId: {
      order: 'pre',
      handler: (id) => (isBuiltin(id) ? { id: PREFIX + plainName(id) } : undefined),
    },
    load: (id) => (id.startsWith(PREFIX) ? lazyModule(id.slice(PREFIX.length)) : undefined),
  };
}

/** Whether a module comes with Node and can wait: what the bundler puts into each program needs `node:module` first of all. */
export function isBuiltin(id: string): boolean {
  return plainName(id) !== 'module' && (id.startsWith('node:') || builtinModules.includes(id));
}

function plainName(id: string): string {
  return id.replace(/^node:/, '');
}

/** The names stand on a prototype: so they are there as getters, whoever copies what the object itself has. */
function lazyModule(name: string): string {
  if (name === 'process') return 'module.exports = process;';
  const load = `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
  const found: unknown = process.getBuiltinModule(`node:${name}`);
  if (typeof found !== 'object' || found === null) return `module.exports = ${load};`;
  const getters = Object.keys(found).map(
    (key) => `get ${JSON.stringify(key)}() { return (found ??= ${load})[${JSON.stringify(key)}]; }`,
  );
  return `let found;\nmodule.exports = Object.create({\n${getters.join(',\n')}\n});`;
}
