import { startSessionServer } from '../../client/session-server.ts';
import { UsageError } from '../../errors.ts';
import { systemWords } from '../../files/system-words.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { interruption, type Terminal } from '../shared/terminal.ts';

/** Serves sessions for clients until it is interrupted. @returns the exit status */
export async function serveSessions(
  { port, today }: { readonly port: number; readonly today?: string },
  terminal: Terminal,
): Promise<number> {
  const day = resolveAsOf(today, terminal.today, '--today');
  const server = await startSessionServer(port, day).catch((error: unknown) => {
    throw new UsageError(
      `port ${port} cannot be used: ${systemWords(error)}`,
      'choose another one with --port; 0 takes a free one',
    );
  });
  terminal.out(`Sessions are made by POST ${server.url}.`);
  await interruption(terminal);
  await server.close();
  return 0;
}
