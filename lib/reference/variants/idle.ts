import type { Socket } from 'node:net';
import type { Hooks } from '../hooks.ts';

/**
 * Ends connections on which nothing was asked for that long after an answer.
 *
 * @param milliseconds - how long
 * @param end - in place of what Node does with an idle connection
 */
export function endingWhenIdle(milliseconds: number, end: (socket: Socket) => void): Required<Pick<Hooks, 'deliver'>> {
  const watched = new WeakSet<Socket>();
  const watch = (socket: Socket): void => {
    // Listeners stay for as long as the socket: one for each answer would be a leak.
    if (!watched.has(socket)) socket.removeAllListeners('timeout').on('timeout', () => end(socket));
    watched.add(socket);
    // Node sets a time of its own after every answer.
    socket.setTimeout(milliseconds);
  };
  return {
    deliver: (core, answer, outgoing) => {
      const { socket } = outgoing;
      outgoing.once('finish', () => socket !== null && watch(socket));
      return core(answer, outgoing);
    },
  };
}
