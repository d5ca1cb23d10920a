// Answers of Efí's API of charges. The same charge looks different where it is issued, looked up, listed and noticed; what one of them
// leaves out is null. Amounts are whole centavos.
import { readLine } from '#kernel/boleto/line.ts'
import { type LocalDate, localDate, timeOn } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { fields, meaningOf, text } from '../adapters/reply.ts'
import type { Listed } from '../port.ts'
import type {
  CardAttempt,
  Chargeback,
  ChargePayment,
  ChargeState,
  CollectCharge,
  IssuedBoleto,
  NoticedCharge,
} from './port.ts'
import { stateAfter } from './state.ts'

const STATES: Record<string, ChargeState> = {
  new: 'new',
  waiting: 'waiting',
  link: 'waiting',
  identified: 'identified',
  approved: 'approved',
  paid: 'paid',
  unpaid: 'overdue',
  canceled: 'cancelled',
  expired: 'cancelled',
  refunded: 'refunded',
  contested: 'contested',
  settled: 'byHand',
}

const PAID: readonly ChargeState[] = ['paid', 'contested', 'refunded']

export function readOpened(data: unknown): { chargeId: string; amount: Centavos } | null {
  const { charge_id, total } = fields(data)
  const chargeId = idIn(charge_id)
  const amount = centsIn(total)
  return chargeId === null || amount === null ? null : { chargeId, amount }
}

/** As it is answered when the boleto is issued or the card was tried: its parts lie beside the charge's. */
export const readIssued = (data: unknown): CollectCharge | null => {
  const { payment, ...charge } = fields(data)
  return readCharge(charge, { method: payment, banking_billet: charge, credit_card: charge })
}

/** The address of Efí's own page; null also where it is of another charge or amount. */
export function readPageAddress(data: unknown, chargeId: string, amount: Centavos): { url: string } | null {
  const { charge_id, total, payment_url } = fields(data)
  const url = httpsIn(payment_url)
  return url === null || idIn(charge_id) !== chargeId || centsIn(total) !== amount ? null : { url }
}

/** As it is looked up, or listed, where its id and its method have other names. */
export function readCollectCharge(data: unknown): CollectCharge | null {
  const { payment, id, charge_id, ...charge } = fields(data)
  const { payment_method, method, pix, banking_billet, ...rest } = fields(payment)
  const billet =
    banking_billet === undefined ? undefined : { ...(pix !== undefined && { pix }), ...fields(banking_billet) }
  return readCharge(
    { ...charge, charge_id: charge_id ?? id },
    { ...rest, method: method ?? payment_method, banking_billet: billet },
  )
}

function readCharge(charge: Record<string, unknown>, payment: Record<string, unknown>): CollectCharge | null {
  const chargeId = idIn(charge.charge_id)
  const amount = centsIn(charge.total)
  const state = meaningOf(STATES, charge.status)
  if (chargeId === null || amount === null || state === null) return null
  const method = meaningOf(METHODS, payment.method)
  const challengeUrl = state === 'waiting' ? httpsIn(charge.challenge_url) : null
  return {
    chargeId,
    ref: text(charge.custom_id),
    amount,
    method,
    state: method === 'card' ? cardStateOf(state, challengeUrl) : state,
    challengeUrl,
    payment: PAID.includes(state) ? paymentIn(payment) : null,
    boleto: method === 'card' ? null : boletoIn(payment.banking_billet),
    card: method === 'card' ? cardIn(charge, payment.credit_card) : null,
  }
}

const METHODS: Record<string, 'boleto' | 'card'> = { banking_billet: 'boleto', credit_card: 'card', debit_card: 'card' }

function cardStateOf(state: ChargeState, challengeUrl: string | null): ChargeState {
  if (state === 'overdue') return 'declined'
  return challengeUrl === null ? state : 'challenge'
}

const MAX_DECLINE = 300

/** The reason of a decline lies beside the charge where it is looked up, and one level deeper where it was just tried. */
function cardIn({ status, reason, refusal, chargeback }: Record<string, unknown>, value: unknown): CardAttempt {
  const contested = chargebackIn(chargeback)
  const { mask, installments } = fields(value)
  const { reason: refused, retry } = fields(refusal)
  const message = (text(refused) ?? text(reason) ?? '').slice(0, MAX_DECLINE)
  return {
    lastFour: /\d{4}$/.exec(text(mask) ?? '')?.[0] ?? null,
    brand: null,
    installments: typeof installments === 'number' && Number.isSafeInteger(installments) ? installments : 1,
    decline: status === 'unpaid' ? { code: null, message, isRetryable: retry === true } : null,
    ...(contested !== null && { chargeback: contested }),
  }
}

/** Efí's documents show none; the sandbox's acquirer has it. */
function chargebackIn(value: unknown): Chargeback | null {
  const { value: amount, lost_value: lost } = fields(value)
  const cents = centsIn(amount)
  return cents === null ? null : { amount: cents, lost: lost === 0 ? ZERO : centsIn(lost) }
}

/** Efí's documents show neither of them here; where they are, they are as good as a notice's. */
const paymentIn = ({ paid_value, received_by_bank_at, paid_at }: Record<string, unknown>): ChargePayment => ({
  amount: centsIn(paid_value),
  on: dayIn(received_by_bank_at),
  at: momentIn(paid_at),
})

function boletoIn(value: unknown): IssuedBoleto | null {
  const { barcode, expire_at, pix, pdf } = fields(value)
  const dueOn = dayIn(expire_at)
  const line = dueOn === null ? null : readLine(text(barcode) ?? '', dueOn)
  if (dueOn === null || line === null) return null
  return { line: line.line, dueOn, pdfUrl: httpsIn(fields(pdf).charge), brCode: text(fields(pix).qrcode) }
}

/** The numbers of parts with interest; null where it is no answer of that kind. */
export function readInterest(data: unknown): number[] | null {
  const { installments } = fields(data)
  if (!Array.isArray(installments)) return null
  const parts = installments.map(one => fields(one)).filter(({ has_interest }) => has_interest !== false)
  return parts.map(({ installment }) => Number(installment))
}

interface NoticeEntry {
  order: number
  chargeId: string
  ref: string | null
  state: ChargeState
  payment: ChargePayment | null
}

/** Null where one of its entries cannot be read: it may be the one that counts. */
export function readNoticed(data: unknown): NoticedCharge[] | null {
  if (!Array.isArray(data)) return null
  const entries = data.map(readEntry)
  if (entries.some(entry => entry === null)) return null
  const inOrder = entries.filter(entry => entry !== null).toSorted((one, other) => one.order - other.order)
  return [...Map.groupBy(inOrder, ({ chargeId }) => chargeId).values()].map(noticedOf)
}

function noticedOf(entries: NoticeEntry[]): NoticedCharge {
  const [first, ...later] = entries as [NoticeEntry, ...NoticeEntry[]]
  return {
    chargeId: first.chargeId,
    ref: entries.findLast(({ ref }) => ref !== null)?.ref ?? null,
    state: later.reduce((known, { state }) => stateAfter(known, state), first.state),
    payments: entries.flatMap(({ payment }) => payment ?? []),
  }
}

function readEntry(value: unknown): NoticeEntry | null {
  const { id, custom_id, status, identifiers, value: paid, received_by_bank_at, created_at } = fields(value)
  const { current, previous } = fields(status)
  const chargeId = idIn(fields(identifiers).charge_id)
  const state = meaningOf(STATES, current)
  if (typeof id !== 'number' || chargeId === null || state === null) return null
  // After a dispute that the seller has won it is paid as before.
  const isPayment = state === 'paid' && previous !== 'contested'
  const payment = isPayment ? { amount: centsIn(paid), on: dayIn(received_by_bank_at), at: momentIn(created_at) } : null
  return { order: id, chargeId, ref: text(custom_id), state, payment }
}

/** Null where it is no list at all. Its answers count neither pages nor charges: there may be more as long as a page is full. */
export function readPage(data: unknown, itemsPerPage: number): Listed<CollectCharge> | null {
  if (!Array.isArray(data)) return null
  const read = data.map(entry => ({ entry, item: readCollectCharge(entry) }))
  return {
    items: read.flatMap(({ item }) => item ?? []),
    unread: read.flatMap(({ entry, item }) => (item === null ? (idIn(fields(entry).id) ?? 'without an id') : [])),
    more: data.length >= itemsPerPage,
  }
}

/** It goes into the path of our requests. */
function idIn(value: unknown): string | null {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value)
  return id !== null && /^\d{1,18}$/.test(id) ? id : null
}

function centsIn(value: unknown): Centavos | null {
  const digits = typeof value === 'number' ? String(value) : text(value)
  return digits !== null && /^\d{1,15}$/.test(digits) && BigInt(digits) > 0n ? centavos(BigInt(digits)) : null
}

/** A day, or the day of a moment: Efí writes both in the time of São Paulo. */
const dayIn = (value: unknown): LocalDate | null => localDate((text(value) ?? '').slice(0, 10))

const MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/

/** "2026-01-31 14:05:09", in the time of São Paulo. */
function momentIn(value: unknown): Date | null {
  const [, day = '', hour, minute, second] = MOMENT.exec(text(value) ?? '') ?? []
  const date = localDate(day)
  if (date === null || Number(hour) > 23 || Number(minute) > 59) return null
  return new Date(timeOn(date, Number(hour), Number(minute)).getTime() + Number(second) * 1_000)
}

/** A buyer follows it. */
function httpsIn(value: unknown): string | null {
  const url = text(value)
  return url !== null && URL.canParse(url) && /^https?:\/\//i.test(url) ? url : null
}
