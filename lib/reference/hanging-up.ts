import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import type { Hooks } from './hooks.ts';

/** Closes the connection in place of some answers. */
export function hangingUp(
  isMeant: (answer: Answer, incoming: IncomingMessage) => boolean,
): Required<Pick<Hooks, 'deliver'>> {
  return {
    deliver: (core, answer, outgoing) => {
      if (isMeant(answer, outgoing.req)) outgoing.destroy();
      else return core(answer, outgoing);
    },
  };
}
