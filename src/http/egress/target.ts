// The target of a request, read from an address that a seller chose. It is checked anew for every request, whatever the result
// was when it was saved. A name is checked later, by the addresses that it resolves to.
import { isIP } from 'node:net'
import { NOT_PUBLIC, Obstacle } from './obstacle.ts'

export interface Target {
  readonly origin: string
  readonly path: string
}

/** Whether a connection to this IP address is allowed. */
export type MayReach = (address: string) => boolean

/** Throws an Obstacle. The URL parser has folded every way to write a literal address into the usual one. */
export function targetOf(address: string, mayReach: MayReach): Target {
  const url = URL.parse(address)
  if (url === null) throw new Obstacle('the address cannot be read')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Obstacle('the address is neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Obstacle('the address holds a user or a password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is not resolved, so it is checked here.
  if (isIP(host) !== 0 && !mayReach(host)) throw new Obstacle(NOT_PUBLIC)
  return { origin: url.origin, path: url.pathname + url.search }
}
