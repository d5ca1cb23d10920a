// The buyer pays a boleto: at a bank, which the acquirer hears of at once and is credited for on the next business day, or by its Pix,
// which is credited at once. Whoever pays late pays what is due by then, with fine and interest, unless another amount is asked for.
import { addBusinessDays } from '#kernel/calendar/business-days.ts'
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { moveMoney } from '../account.ts'
import { DEFAULT_PAYER } from '../buyer/payer.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { queueCallback } from '../callback/queue.ts'
import { BUYERS_BANK_ISPB, CUSTOMER } from '../customer.ts'
import { mintEndToEndId, mintTxid } from '../ids.ts'
import { insertPix, type Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { existing } from './change.ts'
import { amountDueOn, type Billet, type Charge, isLateOn, isPayableOn } from './charge.ts'
import { boletoFateOf } from './fates.ts'
import { moveCharge } from './history.ts'
import { endPayment, findChargeByLine, findChargeByPix, insertPayment, type Payment, paymentsOf } from './store.ts'

export interface BoletoPayment {
  /** One of the two: how it is paid. */
  line?: string | undefined
  pixCopiaECola?: string | undefined
  /** Reais. Absent: what is due on that day. */
  amount?: string | undefined
  /** The day of the payment. Absent: the bank's today. */
  on?: string | undefined
  /** Pays what is paid already, as whoever pays by both ways does. */
  again?: boolean | undefined
  /** Pays what was cancelled or written off, as whoever has it on paper does. */
  late?: boolean | undefined
  /** The payer's bank takes it back before it is credited. */
  bounces?: boolean | undefined
}

interface Payable extends Charge {
  billet: Billet
}

/** The hour of a business day at which payments of the day before are credited. */
const CREDITED_AT_HOUR = 6

export function payBoleto(bank: Bank, request: BoletoPayment): { charge: Charge; payment: Payment } {
  return bank.database.transaction(() => {
    const charge = payableOf(bank, request)
    const today = dayAt(bank.clock.now())
    const fate = boletoFateOf(charge, today)
    const paidOn = request.on === undefined ? fate.on : dayIn(request.on)
    refuseUnpayable(charge, paidOn, request)
    const isByLine = request.line !== undefined || fate.bounces
    const payment: Payment = {
      chargeId: charge.id,
      n: paymentsOf(bank, charge.id).length + 1,
      way: isByLine ? 'line' : 'pix',
      amount: amountIn(request.amount) ?? fate.amountOf(amountDueOn(charge.total, charge.billet, paidOn)),
      paidOn,
      status: 'identified',
      creditedAt: null,
      endToEndId: isByLine ? null : mintEndToEndId('E', BUYERS_BANK_ISPB, bank.clock.now(), bank.random),
    }
    insertPayment(bank, payment)
    if (payment.way === 'pix') credit(bank, charge, payment)
    else if (fate.bounces) identify(bank, charge, payment, { bounces: true, at: bank.clock.now() + BOUNCED_MS })
    else identify(bank, charge, payment, { bounces: request.bounces ?? false, at: creditTime(today) })
    const { chargeId, n } = payment
    return { charge: existing(bank, chargeId), payment: paymentsOf(bank, chargeId)[n - 1] ?? payment }
  })
}

/** Whoever tries it out does not wait for the next business day. */
const BOUNCED_MS = 5 * SECOND_MS

const creditTime = (today: LocalDate): number => instantOn(addBusinessDays(today, 1), CREDITED_AT_HOUR)

interface Crediting {
  bounces: boolean
  at: number
}

function identify(bank: Bank, charge: Charge, { chargeId, n }: Payment, { bounces, at }: Crediting): void {
  if (charge.status !== 'paid') moveCharge(bank, charge, 'identified')
  queueTask(bank, 'credit boleto', String(chargeId), { n, bounces }, at)
}

/** The task: the money comes, or does not. */
export function creditBoleto(bank: Bank, subject: string, detail: unknown): void {
  const { n, bounces } = detail as { n: number; bounces: boolean }
  const charge = existing(bank, Number(subject))
  const payment = paymentsOf(bank, charge.id).find(one => one.n === n)
  if (payment === undefined) throw new Error(`no payment ${n} of the charge ${subject}`)
  if (bounces) bounce(bank, charge, payment)
  else credit(bank, charge, payment)
}

function bounce(bank: Bank, charge: Charge, payment: Payment): void {
  endPayment(bank, payment, 'bounced', bank.clock.now())
  const isLate = charge.billet !== null && isLateOn(charge.billet, dayAt(bank.clock.now()))
  if (charge.status === 'identified') moveCharge(bank, charge, isLate ? 'unpaid' : 'waiting')
}

function credit(bank: Bank, charge: Charge, payment: Payment): void {
  endPayment(bank, payment, 'credited', bank.clock.now())
  moveMoney(bank, payment.amount, 'boleto paid', `${payment.chargeId}/${payment.n}`)
  moveCharge(bank, charge, 'paid', { value: payment.amount, receivedOn: payment.paidOn })
  if (payment.endToEndId !== null && bank.settings.read().listChargePix)
    showAsPix(bank, payment.endToEndId, payment.amount)
}

/** Under a txid of the bank's own, which the customer has never seen. The money is in the account already. */
function showAsPix(bank: Bank, endToEndId: string, amount: Centavos): void {
  const now = bank.clock.now()
  const txid = mintTxid(bank.random)
  const pix: Pix = {
    endToEndId,
    txid,
    chave: CUSTOMER.pixKey,
    amount,
    receivedAt: now,
    info: null,
    payer: DEFAULT_PAYER,
  }
  insertPix(bank, pix)
  queueCallback(bank, pix.chave, pixWire(bank, pix), now + bank.latencyOf(txid))
}

function payableOf(bank: Bank, { line, pixCopiaECola }: BoletoPayment): Payable {
  if ((line === undefined) === (pixCopiaECola === undefined))
    throw new ControlRefused('invalid-payment', 400, 'expected either line or pixCopiaECola')
  const address = pixCopiaECola === undefined ? undefined : parseBrCode(pixCopiaECola.trim())?.url
  const charge =
    line === undefined ? findChargeByPix(bank, address ?? '') : findChargeByLine(bank, line.replace(/[.\s]/g, ''))
  if (charge === undefined || charge.billet === null)
    throw new ControlRefused('unknown-boleto', 404, 'no boleto of this bank has this line or this code')
  return { ...charge, billet: charge.billet }
}

function refuseUnpayable(
  { status, billet }: Payable,
  day: LocalDate,
  { again = false, late = false }: BoletoPayment,
): void {
  if ((status === 'paid' || status === 'identified') && !again)
    throw new ControlRefused('already-paid', 409, `The boleto is ${status}; send again: true to pay it twice`)
  if ((status === 'canceled' || status === 'settled') && !late)
    throw new ControlRefused('removed', 409, `The boleto is ${status}; send late: true to pay it nevertheless`)
  if (!isPayableOn(billet, day) && !late)
    throw new ControlRefused('expired', 409, 'The boleto was written off; send late: true to pay it nevertheless')
}

function dayIn(text: string): LocalDate {
  const day = localDate(text)
  if (day === null) throw new ControlRefused('invalid-day', 400, 'on: expected a day, such as 2026-11-30')
  return day
}

function amountIn(text: string | undefined): Centavos | null {
  if (text === undefined) return null
  const amount = parseReais(text)
  if (amount !== null && amount > ZERO) return amount
  throw new ControlRefused('invalid-amount', 400, 'amount: expected reais above zero, such as "12.34"')
}
