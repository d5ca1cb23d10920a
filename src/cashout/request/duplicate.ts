// When two cashouts count as duplicates: of one amount to one PIX key, without a reference that distinguishes them, within the
// time that their account has set. Such a pair is more often one request that was sent twice.
import { hashOf } from '#idempotency/key.ts'
import { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { normalisePixKey, type PixKeyType } from '#kernel/pix/pix-key.ts'

export interface Sameness {
  accountId: number
  amount: Centavos
  pixKey: string
  pixKeyType: PixKeyType
  externalReference: string | null
}

/** null: its reference distinguishes it. An invalid key is compared as it was written. */
export function askHashOf({ amount, pixKey, pixKeyType, externalReference }: Sameness): Buffer | null {
  if (externalReference !== null) return null
  return hashOf({ amount, pixKey: normalisePixKey(pixKeyType, pixKey) ?? pixKey, pixKeyType })
}

/** Of one account, as a text for maps. */
export const referenceKey = (of: { accountId: number; externalReference: string | null }) =>
  `${of.accountId}/${of.externalReference}`

/** The same of a hash. */
export const duplicateKey = (accountId: number, hash: Buffer) => `${accountId}/${hash.toString('hex')}`

export const duplicateOf = (uuid: string, windowSeconds: number) =>
  new Failure(
    'CONFLICT',
    `An equal cashout was asked for less than ${windowSeconds} s ago: ${uuid}. One that is meant has an externalReference`,
  )
