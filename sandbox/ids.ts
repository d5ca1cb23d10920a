// The ids that the bank mints, in the forms that the Central Bank prescribes.
import { randomBase62 } from '#kernel/ids.ts'
import type { RandomBytes } from '#kernel/time.ts'
import { BANK_ISPB } from './customer.ts'

/** E (a payment) or D (a return), the ISPB, the minute in UTC, and 11 letters or digits: 32 characters. */
export function mintEndToEndId(kind: 'E' | 'D', ispb: string, at: number, random: RandomBytes): string {
  const minute = new Date(at).toISOString().replace(/\D/g, '').slice(0, 12)
  return `${kind}${ispb}${minute}${randomBase62(11, random)}`
}

/** The txid of a charge whose creator left the choice to the bank: 32 of the 26 to 35 characters that are allowed. */
export const mintTxid = (random: RandomBytes): string => randomBase62(32, random)

/** RR where retries are allowed, RN where not; the bank, the day, and 11 letters or digits: 29 characters. */
export const mintIdRec = (retries: boolean, day: string, random: RandomBytes): string =>
  `R${retries ? 'R' : 'N'}${BANK_ISPB}${day.replaceAll('-', '')}${randomBase62(11, random)}`

export const mintIdSolicRec = (day: string, random: RandomBytes): string =>
  `SC${BANK_ISPB}${day.replaceAll('-', '')}${randomBase62(11, random)}`

/** The unguessable end of a charge's location. */
export const mintLocationToken = (random: RandomBytes): string => random(16).toString('hex')
