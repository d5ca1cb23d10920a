// The status of search results, in words and tones: those of the pages that they lead to.
import type { Hit } from '../api/money/search.ts'
import { CART_STATES, CART_TONES } from '../cart/status.ts'
import { cartWords } from '../cart/words.ts'
import { STANDING_TONES, type Standing } from '../cashout/status.ts'
import { cashoutWords } from '../cashout/words.ts'
import { DISPUTE_STATUSES, DISPUTE_TONES } from '../dispute/status.ts'
import { disputeWords } from '../dispute/words.ts'
import { receiptOperatorWords } from '../operator/incoming-payment/words.ts'
import { LINK_TONES } from '../payment-link/status.ts'
import { linkWords } from '../payment-link/words.ts'
import { saleStatusWords } from '../sale/shown/status-words.ts'
import { SALE_STATES, SALE_TONES } from '../sale/status.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'
import { useWords } from '../words/words.ts'
import { searchWords } from './words.ts'

type Kind = Hit['kind']

const TONES: Record<string, Tone> = {
  'receipt.ACCEPTED': 'good',
  'receipt.UNACCEPTED': 'attention',
  'receipt.RETURNING': 'waiting',
  'receipt.CREDITED': 'good',
  'refund.PENDING': 'waiting',
  'refund.COMPLETED': 'good',
  'refund.FAILED': 'bad',
  'account.ACTIVE': 'good',
  'account.PENDING': 'waiting',
  'account.BLOCKED': 'bad',
}

const OF_SCREENS: Partial<Record<Kind, Record<string, Tone>>> = {
  sale: SALE_TONES,
  cashout: STANDING_TONES,
  dispute: DISPUTE_TONES,
  link: LINK_TONES,
  cart: CART_TONES,
}

export const toneOf = (kind: Kind, status: string): Tone =>
  OF_SCREENS[kind]?.[status] ?? TONES[`${kind}.${status}`] ?? 'quiet'

/** Those without a name on any other page. */
const OWN = [
  'refund.PENDING',
  'refund.COMPLETED',
  'refund.FAILED',
  'account.PENDING',
  'account.ACTIVE',
  'account.BLOCKED',
  'account.CLOSING',
  'account.CLOSED',
  'person.OWNER',
  'person.FINANCE',
  'person.DEVELOPER',
  'person.READER',
] as const

/** A value of a newer gateway is shown by its name. */
export function useStatusName(): (kind: Kind, status: string) => string {
  const own = useWords(searchWords)
  const sale = useWords(saleStatusWords)
  const cashout = useWords(cashoutWords)
  const dispute = useWords(disputeWords)
  const receipt = useWords(receiptOperatorWords)
  const link = useWords(linkWords)
  const cart = useWords(cartWords)
  const nameOf = <T extends string>(known: readonly T[], status: string, name: (one: T) => string) => {
    const found = known.find(one => one === status)
    return found === undefined ? status : name(found)
  }
  return (kind, status) => {
    if (kind === 'sale') return nameOf(SALE_STATES, status, one => sale(`status.${one}`))
    if (kind === 'cashout') return nameOf(STANDINGS, status, one => cashout(`status.${one}`))
    if (kind === 'dispute') return nameOf(DISPUTE_STATUSES, status, one => dispute(`status.${one}`))
    if (kind === 'link') return nameOf(LINK_STATES, status, one => link(`status.${one}`))
    if (kind === 'cart') return nameOf(CART_STATES, status, one => cart(`state.${one}`))
    if (kind === 'receipt') return nameOf(INCOMING_PAYMENT_STATUSES, status, one => receipt(`status.${one}`))
    const found = OWN.find(one => one === `${kind}.${status}`)
    return found === undefined ? status : own(`status.${found}`)
  }
}

const LINK_STATES = Object.keys(LINK_TONES) as (keyof typeof LINK_TONES)[]
const STANDINGS = Object.keys(STANDING_TONES) as Standing[]
const INCOMING_PAYMENT_STATUSES = ['ACCEPTED', 'UNACCEPTED', 'RETURNING', 'RETURNED', 'CREDITED', 'MOVED'] as const
