// Why there was no answer, in plain words: sellers read them in the log of attempts, so they name what to correct and reveal
// nothing of this gateway.

/** Its message is what the log shows. */
export class Obstacle extends Error {}
/** No server was reached there; it may be tried elsewhere. */
export class Unreached extends Obstacle {}

export const NOT_PUBLIC = 'the address is not on the public internet'
export const NAME_UNKNOWN = 'the name does not resolve'
export const NAME_UNCLEAR = 'the name cannot be resolved at the moment'
export const TOO_LATE_TO_CONNECT = 'no connection in time'
export const TOO_LATE_TO_ANSWER = 'no answer in time'
export const TOO_LONG = 'the answer is too long'
export const CLOSING = 'the gateway was stopped'

const UNKNOWN_SIGNER = 'the certificate is not signed by a known authority, or an intermediate certificate is missing'
const REFUSED_TLS = 'no agreement on TLS'

const NOT_HTTP = 'what came is not an answer in HTTP'

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ECONNABORTED: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'the connection was closed',
  ETIMEDOUT: TOO_LATE_TO_CONNECT,
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  EADDRNOTAVAIL: 'the host cannot be reached',
  ENOTFOUND: NAME_UNKNOWN,
  EAI_AGAIN: NAME_UNCLEAR,
  EAI_FAIL: NAME_UNCLEAR,
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: NOT_HTTP,
  // A status that there is none of, such as 000.
  ERR_ASSERTION: NOT_HTTP,
  UND_ERR_INVALID_ARG: 'the request cannot be written: a header or the address holds what HTTP does not allow',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  HOSTNAME_MISMATCH: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is signed by an authority that nobody knows',
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_SIGNER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_SIGNER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_SIGNER,
  INVALID_PURPOSE: 'the certificate is not made for a server',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers does not speak TLS',
  EMFILE: 'too many files are open in the gateway',
  ENFILE: 'too many files are open in the gateway',
}

const KINDS: [prefix: RegExp, reason: string][] = [
  [/^(ERR_SSL_|ERR_TLS_|EPROTO$)/, REFUSED_TLS],
  [/^(CERT_|CRL_|UNABLE_TO_|INVALID_CA$|PATH_LENGTH_EXCEEDED$)/, 'the certificate cannot be verified'],
]

export function reasonOf(error: unknown): string {
  if (error instanceof Obstacle) return error.message
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'HTTPParserError') return NOT_HTTP
  if (code === undefined) return `network failure (${name ?? 'unknown'})`
  const reason = REASONS[code]
  if (reason !== undefined) return reason
  const kind = KINDS.find(([prefix]) => prefix.test(code))
  return kind === undefined ? `network failure (${code})` : `${kind[1]} (${code})`
}
