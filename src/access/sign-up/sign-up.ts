// Registering: the request is written down, and the mailbox is asked. Nobody learns from an answer, or from how long it takes,
// who is known here: that is looked up when the mail is written.
import { createHmac } from 'node:crypto'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { mintUuid } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { AccessDeps } from '../feature.ts'
import { hashPassword } from '../passwords/password.ts'
import type { PersonMail } from '../person-mail.ts'
import { insertSignUp } from './store.ts'

export interface SignUpRequest {
  email: string
  name: string
  password: string
}

export interface SignUps {
  asked(request: SignUpRequest, language: Language): Promise<void>
}

const GOOD_FOR_MS = DAY_MS
/** To one mailbox within an hour. */
const MAX_LETTERS = 3

export function openSignUps(
  deps: Pick<AccessDeps, 'db' | 'clock' | 'random' | 'secret'> & { mail: PersonMail },
): SignUps {
  const { db, clock, random, secret, mail } = deps
  return {
    async asked({ email, name, password }, language) {
      const passwordHash = await hashPassword(password)
      const now = clock()
      const id = mintUuid(random)
      const recipient = email.toLowerCase()
      const expiresAt = new Date(now.getTime() + GOOD_FOR_MS)
      const tokenHash = hashToken(signUpTokenOf(secret, id))
      const limit = { max: MAX_LETTERS, since: new Date(now.getTime() - HOUR_MS) }
      await db.transaction(async tx => {
        await insertSignUp(tx, { id, email: recipient, name, passwordHash, tokenHash, createdAt: now, expiresAt })
        await mail.write(tx, { kind: 'address-confirmation', recipient, language, detail: { id }, limit, expiresAt })
      })
      mail.send()
    },
  }
}

export const signUpTokenOf = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`porteira sign-up ${id}`).digest('base64url')
