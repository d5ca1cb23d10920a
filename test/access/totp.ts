// An authenticator app: shows the codes of a secret that it was given, by RFC 6238, and knows nothing else of the gateway.
import { createHmac } from 'node:crypto'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'
import { cookieOf, type Person, personWith } from './person.ts'

const STEP_MS = 30_000
/** A code is sent and checked within so long. */
const SENDING_MS = 5_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export interface App {
  secret: string
  /** One that is valid now and that it has not shown yet. There are two at any moment, and mostly a third. */
  code(): string
  /** The third one: that of the step before is good until this step ends, so near its end the next step is waited for. */
  thirdCode(): Promise<string>
  /** Six digits that are none of the codes that are good now. */
  wrong(): string
}

export function appOf(totpUri: string): App {
  const uri = new URL(totpUri)
  const key = decoded(uri.searchParams.get('secret') ?? '')
  const at = (steps: number) => codeAt(key, Math.floor(Date.now() / STEP_MS) + steps)
  const shown = new Set<string>()
  const code = () => {
    const next = [0, 1, -1].map(at).find(candidate => !shown.has(candidate))
    if (next === undefined) throw new Error('an app has no fourth code at one moment')
    shown.add(next)
    return next
  }
  return {
    secret: key.toString('utf8'),
    code,
    async thirdCode() {
      await until(() => STEP_MS - (Date.now() % STEP_MS) > SENDING_MS, 'a step that lasts a while')
      return code()
    },
    wrong() {
      const good = new Set([-2, -1, 0, 1, 2].map(at))
      let guess = 100_000
      while (good.has(String(guess))) guess++
      return String(guess)
    },
  }
}

function decoded(text: string): Buffer {
  const bits = [...text].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

function codeAt(key: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', key).update(message).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

export interface Secured {
  person: Person
  app: App
  recoveryCodes: string[]
}

/** Turns an authenticator app on, by one of its codes. The person has another session then, in which this counts as a proof. */
export async function secure(gateway: { url: string }, person: Person): Promise<Secured> {
  const begun = await person.call('POST', '/api/auth/two-factor/enable', { password: person.password })
  if (begun.status !== 200) throw new Error(`an app was refused: ${begun.status} ${begun.text}`)
  const app = appOf(begun.body.totpURI)
  const first = await person.call('POST', '/api/auth/two-factor/verify-totp', { code: app.code() })
  if (first.status !== 200) throw new Error(`the first code was refused: ${first.status} ${first.text}`)
  return { person: withCookies(gateway, person, first), app, recoveryCodes: begun.body.backupCodes }
}

/** The person with the cookies that this answer has set added to those that they had. */
export function withCookies(gateway: { url: string }, person: Person, answer: Answer): Person {
  const jar = new Map(person.cookie.split('; ').map(cookie => pairOf(cookie)))
  for (const cookie of cookieOf(answer).split('; ')) jar.set(...pairOf(cookie))
  const cookie = [...jar]
    .filter(([name, value]) => name !== '' && value !== '')
    .map(pair => pair.join('='))
    .join('; ')
  return { ...personWith(gateway, { ...person, cookie }), accountId: person.accountId }
}

const pairOf = (cookie: string): [string, string] => {
  const at = cookie.indexOf('=')
  return [cookie.slice(0, at), cookie.slice(at + 1)]
}
