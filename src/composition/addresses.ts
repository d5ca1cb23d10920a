// Where the gateway is reached.
import type { AddressInfo } from 'node:net'
import type { Config } from '#config/config.ts'
import type { CallbackConfig } from '#config/tls.ts'

export function urlOf({ address, family, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`
}

/** The panel is reached under either name of this machine while the gateway listens on it alone. */
export function originsOf(url: string): string[] {
  const { protocol, port, hostname, origin } = new URL(url)
  const own = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
  return own ? ['127.0.0.1', 'localhost'].map(name => `${protocol}//${name}${port && `:${port}`}`) : [origin]
}

/** Where PSPs are to call back. */
export interface CallbackPlace {
  url: string
  /** False where the configuration leaves the host or the port to the system. */
  hostKnown: boolean
  portKnown: boolean
}

/** As far as the configuration says it, for programs other than the gateway itself. */
export function callbackPlaceOf({ callback, publicUrl, host, port }: Config): CallbackPlace {
  const own = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (callback === null) return { url: own, hostKnown: publicUrl !== null, portKnown: publicUrl !== null || port !== 0 }
  const url = callbackUrlOf(callback, callback.port, own)
  const isConfigured = callback.url !== null
  return { url, hostKnown: isConfigured || publicUrl !== null, portKnown: isConfigured || callback.port !== 0 }
}

/** Whether `address` is the one that is expected at this place. */
export function isSameAddress({ hostKnown, portKnown }: CallbackPlace, expected: string, address: string): boolean {
  const [ours, theirs] = [new URL(expected), URL.parse(address)]
  if (theirs === null) return false
  if (!hostKnown) theirs.hostname = ours.hostname
  if (!portKnown) theirs.port = ours.port
  return theirs.href === ours.href
}

/** The address that PSPs get of a callback server of its own, which listens at `port`. */
export function callbackUrlOf({ url }: CallbackConfig, port: number, publicUrl: string): string {
  return url ?? `https://${new URL(publicUrl).hostname}:${port}`
}

/** Where people find the panel; empty before the gateway listens. */
export const panelUrlOf =
  ({ publicUrl }: Pick<Config, 'publicUrl'>, origins: () => string[]) =>
  (): string =>
    publicUrl ?? origins()[0] ?? ''
