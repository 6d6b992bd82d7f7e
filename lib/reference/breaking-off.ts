import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import type { Hooks } from './hooks.ts';

/** As many bytes of a body are sent before its connection is closed. */
const SENT = 500;

/** Closes the connection in the middle of the bodies of some answers. */
export function breakingOff(
  isMeant: (answer: Answer, incoming: IncomingMessage) => boolean,
): Required<Pick<Hooks, 'deliver'>> {
  return {
    deliver: async (core, answer, outgoing) => {
      const { status, headers, body } = answer;
      if (body.length <= SENT || !isMeant(answer, outgoing.req)) return core(answer, outgoing);
      outgoing.sendDate = false;
      outgoing.writeHead(status, [...headers.flat(), 'Content-Length', `${body.length}`]);
      await new Promise((written) => outgoing.write(body.subarray(0, SENT), written));
      outgoing.destroy();
    },
  };
}
