// What a request for a token shows about the connection to a PSP: whether it answers, whether it accepts our credentials, and
// how far its clock differs from ours.
import { type Clock, SECOND_MS } from '#kernel/time.ts'
import { fields, outcomeOf, text } from '../adapters/reply.ts'
import type { Probe, ProbeOutcome, ProbeTrouble } from '../port.ts'
import type { Reply } from './http.ts'

/** The Date header leaves the milliseconds out; half a second more is the best estimate. */
const LEFT_OUT_MS = SECOND_MS / 2
const CREDENTIALS_REFUSED = new Set([400, 401, 403])

export async function probeOf(askForToken: () => Promise<Reply>, clock: Clock): Promise<ProbeOutcome> {
  const before = clock().getTime()
  const reply = await askForToken()
  const between = (before + clock().getTime()) / 2
  // In the form of OAuth2 (RFC 6749): `{error, error_description?}`.
  const { error, error_description: described } = fields(reply.status === null ? null : reply.body)
  const code = text(error)
  if (reply.status !== null && CREDENTIALS_REFUSED.has(reply.status) && code !== null)
    return { kind: 'refused', code: code.slice(0, 64), reason: (text(described) ?? code).slice(0, 300) }
  const outcome = outcomeOf(reply, body => (text(fields(body).access_token) === null ? null : probed(reply, between)))
  const trouble = outcome.kind === 'unknown' ? troubleOf(reply) : null
  return trouble === null ? outcome : { ...outcome, trouble }
}

/** Of the connection, before anybody there has seen our certificate. */
const UNREACHED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** As OpenSSL calls what is wrong with the certificate of the other side. */
const UNTRUSTED = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'INVALID_CA',
  'INVALID_PURPOSE',
])

/** As OpenSSL calls the alerts of the other side about our certificate, which it sends once we have accepted its own. */
const ABOUT_OURS = /ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA)$/

/** They ask for patience, whoever calls. */
const NOT_NOW = new Set([408, 429])

function troubleOf(reply: Reply): ProbeTrouble | null {
  if (reply.status !== null) return reply.status >= 500 || NOT_NOW.has(reply.status) ? 'unreached' : null
  const { code = '' } = reply
  if (UNREACHED.has(code)) return 'unreached'
  if (UNTRUSTED.has(code)) return 'untrusted'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'misnamed'
  return ABOUT_OURS.test(code) ? null : 'cut'
}

function probed(reply: Reply, ourMs: number): Probe {
  const theirMs = Date.parse(reply.status === null ? '' : (reply.date ?? ''))
  return { clockSkewMs: Number.isNaN(theirMs) ? null : Math.round(theirMs + LEFT_OUT_MS - ourMs) }
}
