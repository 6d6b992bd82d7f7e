import { join } from 'node:path';
import type { Environment } from '../targets/environment.ts';

/** What a program needs of any system to start and to find its files. */
const OF_THE_SYSTEM =
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|TMPDIR|TEMP|TMP)$/;

/** How k6 reaches a service: the proxies and the certificates that this machine trusts. */
const OF_THE_NETWORK = /^(?:HTTP_PROXY|HTTPS_PROXY|NO_PROXY|SSL_CERT_FILE|SSL_CERT_DIR)$/;

/** Settings of k6's outputs: where its metrics go, besides. They change nothing about what is sent to the service. */
const OF_OUTPUTS = /^K6_(?:PROMETHEUS_RW|OTEL|INFLUXDB|STATSD|CSV)_/;

/** In the place of the user's own file of options for k6, which would change a scenario as `K6_RPS` does. */
const NO_OPTIONS = join(import.meta.dirname, '..', '..', 'load', 'k6-config.json');

/**
 * What k6 gets of this process's environment. Every option of k6 is a variable, too (`K6_VUS`, `K6_RPS`, `K6_DURATION`), and a script reads
 * variables of any name: whatever is not known to leave the scenario as it is stays here.
 */
export function k6Surroundings(environment: Environment): Record<string, string> {
  const passed = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && [OF_THE_SYSTEM, OF_THE_NETWORK, OF_OUTPUTS].some((known) => known.test(name.toUpperCase()))
      ? [[name, value] as const]
      : [],
  );
  return { ...Object.fromEntries(passed), K6_CONFIG: NO_OPTIONS };
}
