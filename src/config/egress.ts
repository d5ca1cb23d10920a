// The setting that names the operator's own proxy for notifications. Its password becomes a header here and is never repeated.
import type { Values } from './environment-values.ts'

export type EgressProxyConfig = Readonly<{
  origin: string
  /** What the proxy is shown; null where it asks for nothing. */
  authorization: string | null
}>

/** Null: notifications go out directly. */
export function egressProxyOf(values: Values): EgressProxyConfig | null {
  return values.read<EgressProxyConfig | null>(
    'EGRESS_PROXY',
    null,
    proxyIn,
    'an address such as http://user:password@proxy.example.com:3128, without a path',
  )
}

function proxyIn(text: string): EgressProxyConfig | undefined {
  const url = URL.parse(text)
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === ''
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) return undefined
  const [user, password] = [plain(url.username), plain(url.password)]
  if (user === undefined || password === undefined) return undefined
  const isOpen = user === '' && password === ''
  const shown = Buffer.from(`${user}:${password}`).toString('base64')
  return Object.freeze({ origin: url.origin, authorization: isOpen ? null : `Basic ${shown}` })
}

function plain(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
