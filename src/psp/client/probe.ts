// What a request for a token shows about the connection to a PSP: whether it answers, whether it accepts our credentials, and
// how far its clock differs from ours.
import { type Clock, SECOND_MS } from '#kernel/time.ts'
import { fields, outcomeOf, text } from '../adapters/reply.ts'
import type { Outcome, Probe } from '../port.ts'
import type { Reply } from './http.ts'

/** The Date header leaves the milliseconds out; half a second more is the best estimate. */
const LEFT_OUT_MS = SECOND_MS / 2
const CREDENTIALS_REFUSED = new Set([400, 401, 403])

export async function probeOf(askForToken: () => Promise<Reply>, clock: Clock): Promise<Outcome<Probe>> {
  const before = clock().getTime()
  const reply = await askForToken()
  const between = (before + clock().getTime()) / 2
  // In the form of OAuth2 (RFC 6749): `{error, error_description?}`.
  const { error, error_description: described } = fields(reply.status === null ? null : reply.body)
  const code = text(error)
  if (reply.status !== null && CREDENTIALS_REFUSED.has(reply.status) && code !== null)
    return { kind: 'refused', code: code.slice(0, 64), reason: (text(described) ?? code).slice(0, 300) }
  return outcomeOf(reply, body => (text(fields(body).access_token) === null ? null : probed(reply, between)))
}

function probed(reply: Reply, ourMs: number): Probe {
  const theirMs = Date.parse(reply.status === null ? '' : (reply.date ?? ''))
  return { clockSkewMs: Number.isNaN(theirMs) ? null : Math.round(theirMs + LEFT_OUT_MS - ourMs) }
}
