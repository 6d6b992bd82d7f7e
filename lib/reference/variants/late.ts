import { setTimeout } from 'node:timers/promises';
import { withHeader } from '../answer.ts';
import type { Hooks, Surroundings } from '../hooks.ts';

/** Answers after a while, in milliseconds, and says so. */
export function late(duration: (around: Surroundings) => number): Hooks {
  return {
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      const milliseconds = duration(around);
      await setTimeout(milliseconds);
      return withHeader(answer, 'Server-Timing', `app;dur=${milliseconds}`);
    },
  };
}
