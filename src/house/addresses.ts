// Where the house is reached.
import type { AddressInfo } from 'node:net'

export function urlOf({ address, family, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`
}

/** The panel is reached under either name of this machine while the house listens on it alone. */
export function originsOf(url: string): string[] {
  const { protocol, port, hostname, origin } = new URL(url)
  const own = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
  return own ? ['127.0.0.1', 'localhost'].map(name => `${protocol}//${name}${port && `:${port}`}`) : [origin]
}
