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

/** What is asked of the object is asked of its prototype, whoever copies what it has itself: there the module is found. */
function lazyModule(name: string): string {
  if (name === 'process') return 'module.exports = process;';
  const load = `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
  if (typeof process.getBuiltinModule(`node:${name}`) !== 'object') return `module.exports = ${load};`;
  return `let found;\nmodule.exports = Object.create(new Proxy({}, { get: (_, key) => (found ??= ${load})[key] }));`;
}
