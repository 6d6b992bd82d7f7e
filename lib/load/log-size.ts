/**
 * What a request costs in the log of a pod, in bytes, at most: its two lines, and 40 bytes that the container runtime writes before
 * each. A test measures that it is not more.
 */
export const LOG_BYTES_PER_REQUEST = 175;

const MEBIBYTE = 1_048_576;

/** How much of a container's log a kubelet keeps unless its `containerLogMaxSize` says otherwise; what is older is no longer to be had. */
const DEFAULT_LOG_BYTES = 10 * MEBIBYTE;

/** Requests for which the log of a pod has room by default. */
export const REQUESTS_IN_A_LOG = Math.floor(DEFAULT_LOG_BYTES / LOG_BYTES_PER_REQUEST);

/**
 * Says where the log of each part grows beyond what a kubelet keeps, and what to do about it.
 *
 * @param requests - of all parts
 * @returns a sentence; undefined where the logs have room
 */
export function tooLongLogs(requests: number, parts: number): string | undefined {
  const each = Math.ceil(requests / parts);
  if (each <= REQUESTS_IN_A_LOG) return undefined;
  const mebibytes = Math.ceil((each * LOG_BYTES_PER_REQUEST) / MEBIBYTE);
  return (
    `The log of each part will have about ${mebibytes} MiB, and a kubelet keeps ${DEFAULT_LOG_BYTES / MEBIBYTE} MiB: ` +
    `set its containerLogMaxSize to ${Math.ceil(mebibytes * SPARE)}Mi, or use ${Math.ceil(requests / REQUESTS_IN_A_LOG)} parts.`
  );
}

/** What k6 itself says is in the log, too. */
const SPARE = 1.25;
