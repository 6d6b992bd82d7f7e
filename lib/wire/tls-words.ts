const UNKNOWN_AUTHORITY =
  'its certificate is signed by itself, or by an authority that this machine does not know; ' +
  'PETVET_<NAME>_CA_FILE (PETVET_CA_FILE for a target without a name) names a file of certificates to trust';
const NO_TLS = 'it does not speak TLS there; should the base address begin with http:// instead?';

const WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};

/** What is wrong with a TLS connection, as a clause, where the code of the error says so; undefined for any other code. */
export function tlsWords(code: string, message: string): string | undefined {
  return WORDS[code] ?? (code === 'EPROTO' && /wrong version number/i.test(message) ? NO_TLS : undefined);
}
