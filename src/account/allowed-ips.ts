// The addresses from which an account's API keys may be used. Kept in one spelling each, so that the guard can compare texts.
import { Failure } from '#kernel/failure.ts'
import { normaliseIp } from '#kernel/ip-address.ts'

const MAX_IPS = 20
const SHOWN_CHARACTERS = 60

/** The list as it is kept: one spelling each, every address once. Empty means from anywhere. */
export function allowedIps(given: readonly unknown[]): string[] | Failure {
  const ips = given.map(value => (typeof value === 'string' ? normaliseIp(value) : null))
  const malformed = ips.indexOf(null)
  if (malformed !== -1) return new Failure('INVALID_IP', `${shown(given[malformed])} is not an IPv4 or IPv6 address`)
  const once = [...new Set(ips as string[])]
  if (once.length > MAX_IPS) return new Failure('TOO_MANY_IPS', `ips: expected at most ${MAX_IPS} addresses`)
  return once
}

const shown = (value: unknown) => JSON.stringify(value).slice(0, SHOWN_CHARACTERS)
