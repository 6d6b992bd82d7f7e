import type { Environment } from '../targets/environment.ts';

/** Switches by which programs print or write what they send, the API key too. */
const TALKATIVE =
  /^(DEBUG|NODE_DEBUG|NODE_DEBUG_NATIVE|GODEBUG|SSLKEYLOGFILE|K6_(HTTP_DEBUG|LOG_OUTPUT|CONSOLE_OUTPUT|TRACES_OUTPUT))$/;

/** An environment for another program: the keys and settings of petvet's own are no business of it, and it is to be discreet. */
export function withoutOwnSettings(environment: Environment): Record<string, string> {
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.startsWith('PETVET_') && !TALKATIVE.test(name)) others[name] = value;
  }
  return others;
}
