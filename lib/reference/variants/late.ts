import { setTimeout } from 'node:timers/promises';
import { withHeader } from '../answer.ts';
import type { Hooks } from '../hooks.ts';

/** Answers after a while, in milliseconds, and says so. */
export function late(duration: () => number): Hooks {
  return {
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      const milliseconds = duration();
      await setTimeout(milliseconds);
      return withHeader(answer, 'Server-Timing', `app;dur=${milliseconds}`);
    },
  };
}
