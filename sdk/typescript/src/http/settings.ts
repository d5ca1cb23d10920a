// What a client is opened with, checked once. The keys go into headers at once and stand nowhere else.

export interface PorteiraOptions {
  /** pk_… */
  publicKey: string
  /** sk_…. It belongs to a server: never into a page or an app. */
  privateKey: string
  /** Where the gateway is: 'https://pay.example.com'. */
  baseUrl: string
  /** Of one attempt. Default: 30 000. */
  timeoutMs?: number | undefined
  /** How often a call is made again where that is safe. Default: 3. */
  maxRetries?: number | undefined
  /** Another fetch: for proxies and tests. */
  fetch?: typeof fetch | undefined
  /** Lets the keys travel without TLS to other machines, as inside a private network. Default: only to this machine. */
  allowInsecure?: boolean | undefined
}

export interface Settings {
  baseUrl: string
  headers: Record<string, string>
  timeoutMs: number
  maxRetries: number
  fetch: typeof fetch
}

export function settingsOf(options: PorteiraOptions): Settings {
  const { publicKey, privateKey, timeoutMs = 30_000, maxRetries = 3 } = options
  assertKeyPair('publicKey', publicKey, 'pk_')
  assertKeyPair('privateKey', privateKey, 'sk_')
  assertNumber('timeoutMs', timeoutMs, 1, 2 ** 31 - 1)
  assertNumber('maxRetries', maxRetries, 0, 10)
  const given = options.fetch ?? globalThis.fetch
  if (typeof given !== 'function') throw new TypeError('fetch: there is none here, hand one over')
  return {
    baseUrl: baseUrlOf(options.baseUrl, options.allowInsecure ?? false),
    headers: { 'X-Api-Public-Key': publicKey, 'X-Api-Private-Key': privateKey, 'User-Agent': 'porteira-sdk/0.1.0' },
    timeoutMs,
    maxRetries,
    // Called as a method of something else, fetch refuses in browsers and Workers.
    fetch: (input, init) => given(input, init),
  }
}

/** The value itself is never said. */
function assertKeyPair(name: string, value: unknown, prefix: string): void {
  const isKey = typeof value === 'string' && value.startsWith(prefix) && /^[\x21-\x7e]+$/.test(value)
  if (!isKey) throw new TypeError(`${name}: expected a text that begins with ${prefix}, as the panel has shown it`)
}

export function assertNumber(name: string, value: unknown, min: number, max: number): void {
  const isFine = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  if (!isFine) throw new TypeError(`${name}: expected a whole number from ${min} to ${max}`)
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

function baseUrlOf(text: unknown, allowInsecure: boolean): string {
  const url = parsed(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl: expected the address of the gateway, as https://pay.example.com')
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !allowInsecure) {
    throw new TypeError('baseUrl: expected https, or the keys could be read on the way; allowInsecure takes http')
  }
  return url.href.replace(/\/+$/, '')
}

function parsed(text: unknown): URL | null {
  try {
    return new URL(String(text))
  } catch {
    return null
  }
}
