// AUTH_SECRET, and while it is being changed the other one: nothing is signed under that, and what was is taken.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashToken } from './token-hash.ts'

export interface AuthSecrets {
  secret: string
  otherSecret: string | null
}

/** The present one first. */
export const bothOf = ({ secret, otherSecret }: AuthSecrets): string[] =>
  otherSecret === null ? [secret] : [secret, otherSecret]

/** The token that follows from one of them and whose hash was kept when it was minted. */
export function mintedToken(secrets: AuthSecrets, tokenOf: (secret: string) => string, hash: Buffer): string {
  const minted = bothOf(secrets)
    .map(tokenOf)
    .find(token => hashToken(token).equals(hash))
  return minted ?? tokenOf(secrets.secret)
}

const signatureOf = (value: string, secret: string) => createHmac('sha256', secret).update(value).digest('base64')

/**
 * Cookies for a library that knows one secret: what the other one has signed is signed by the present one. What neither has signed stays as it is,
 * and is refused there.
 */
export function signedAnew(cookies: string, { secret, otherSecret }: AuthSecrets): string {
  if (otherSecret === null) return cookies
  return cookies
    .split(/; */)
    .map(cookie => {
      const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(cookie) ?? []
      const [, signed, signature] = /^(.+)\.([^.]+)$/s.exec(decoded(value)) ?? []
      if (signed === undefined || !isSame(signature ?? '', signatureOf(signed, otherSecret))) return cookie
      return `${name}=${encodeURIComponent(`${signed}.${signatureOf(signed, secret)}`)}`
    })
    .join('; ')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
