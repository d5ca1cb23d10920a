// Where a request goes, read from an address that a seller chose. It is judged anew for every request, whatever was found when it
// was saved. A name is judged later, by what it resolves to.
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
  // Nobody is asked to resolve a literal address, so this is where it is judged.
  if (isIP(host) !== 0 && !mayReach(host)) throw new Obstacle(NOT_PUBLIC)
  return { origin: url.origin, path: url.pathname + url.search }
}
