// By what the audit log recognises a person without saying who they are: an HMAC of their CPF, e-mail or phone, under a key that is made once and
// kept sealed beside it. A plain hash would do nothing: there are only so many CPFs.
import { hmacKey, hmacSha256 } from '#kernel/crypto/hmac.ts'
import type { PrivacyDeps } from '../feature.ts'
import { keptKey } from './key-store.ts'
import type { Subject } from './subject.ts'

/** By what was asked for. */
export type Fingerprints = Partial<Record<keyof Subject, string>>

export interface Fingerprinter {
  of(subject: Subject): Promise<Fingerprints>
  /** Of any text. */
  text(text: string): Promise<string>
}

const KEY_BYTES = 32

export function openFingerprints(deps: Pick<PrivacyDeps, 'db' | 'clock' | 'random' | 'secretBox'>): Fingerprinter {
  let known: Promise<ReturnType<typeof hmacKey>> | null = null
  // Read once: it never changes. A failure is not remembered.
  const key = () => {
    known ??= keyOf(deps).catch(error => {
      known = null
      throw error
    })
    return known
  }
  const text = async (body: string) => hmacSha256(await key(), 'person ', Buffer.from(body), 'hex')
  return {
    text,
    async of({ document, email, phone }) {
      return {
        ...(document !== null && { document: await text(`document ${document}`) }),
        ...(email !== null && { email: await text(`email ${email}`) }),
        ...(phone !== null && { phone: await text(`phone ${phone}`) }),
      }
    },
  }
}

async function keyOf({ db, secretBox, clock, random }: Pick<PrivacyDeps, 'db' | 'clock' | 'random' | 'secretBox'>) {
  const sealed = await keptKey(db, secretBox.seal(random(KEY_BYTES).toString('base64')), clock())
  return hmacKey(Buffer.from(secretBox.open(sealed), 'base64'))
}
