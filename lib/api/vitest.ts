// The interface of the package: `import 'petvet/vitest'` gives expect of vitest the matcher toConform.
import { expect } from 'vitest';
import { toConform, type ConformOptions } from './matchers.ts';

declare module 'vitest' {
  // An interface is merged only with the same parameters.
  // oxlint-disable-next-line typescript/no-unused-vars -- they are vitest's
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** A response of fetch violates no must rule of the specification that one exchange shows. */
    toConform: (options?: ConformOptions) => Promise<void>;
  }
}

expect.extend({ toConform });
