// A charge of the acquirer (Efí's "Cobrança"): opened, which nobody can pay, and then a boleto or paid by card. What it is, how much is due on a day, and
// how long it can be paid. Pure.
import { lastDayOnTime, payableUntil } from '#kernel/boleto/due-days.ts'
import { daysLate } from '#kernel/boleto/late-charges.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { BilletForm, Item } from './schema.ts'

const CHARGE_STATUSES = [
  'new',
  'waiting',
  'link',
  'identified',
  'approved',
  'paid',
  'unpaid',
  'canceled',
  'expired',
  'settled',
  'refunded',
  'contested',
] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

export interface Charge {
  id: number
  customId: string | null
  notificationUrl: string | null
  items: Item[]
  total: Centavos
  status: ChargeStatus
  createdAt: number
  /** Of its notices: one for all of its life. */
  token: string
  billet: Billet | null
}

/** What a charge is once it is a boleto. */
export interface Billet extends BilletForm {
  issuedAt: number
  line: string
  /** null: the account was not set up for Pix when it was issued. */
  pix: { address: string; qrcode: string; image: string } | null
}

export const CANCELLABLE: readonly ChargeStatus[] = ['new', 'link', 'waiting', 'unpaid']
export const SETTLEABLE: readonly ChargeStatus[] = ['waiting', 'unpaid']

/** Until recently fixed, and still what an account has that names none. */
const DEFAULT_DAYS_TO_WRITE_OFF = 89

const dueTerms = ({ expire_at, configurations }: BilletForm) => ({
  dueOn: expire_at as LocalDate,
  payableDaysAfterDue: configurations?.days_to_write_off ?? DEFAULT_DAYS_TO_WRITE_OFF,
})

export const isLateOn = (billet: BilletForm, day: LocalDate): boolean => day > lastDayOnTime(dueTerms(billet))
export const isPayableOn = (billet: BilletForm, day: LocalDate): boolean => day <= payableUntil(dueTerms(billet))
export const lastDayOnTimeOf = (billet: BilletForm): LocalDate => lastDayOnTime(dueTerms(billet))

const HUNDRED_PERCENT = { fine: 10_000n, interest: 100_000n }
const DAYS_OF_MONTH = 30n

/** The amount with the fine and the interest that are due on that day. */
export function amountDueOn(total: Centavos, billet: BilletForm, day: LocalDate): Centavos {
  if (!isLateOn(billet, day)) return total
  const { fine = 0, interest } = billet.configurations ?? {}
  const { value, type } = typeof interest === 'object' ? interest : { value: interest ?? 0, type: 'daily' }
  const days = daysLate(billet.expire_at as LocalDate, day)
  const divisor = HUNDRED_PERCENT.interest * (type === 'monthly' ? DAYS_OF_MONTH : 1n)
  const fineAmount = rounded(total * BigInt(fine), HUNDRED_PERCENT.fine)
  return (total + fineAmount + rounded(total * BigInt(value) * days, divisor)) as Centavos
}

const rounded = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)
