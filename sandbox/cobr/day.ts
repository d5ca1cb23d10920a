// The day of the payer's bank, as tasks at their own instants: it schedules a charge, debits in the night, once more in the evening where it
// could not, and gives up at 21:00.
import { addDays } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { moveMoney } from '../account.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { CUSTOMER } from '../customer.ts'
import { insertPix, type Pix } from '../pix/store.ts'
import { cancelRec } from '../rec/cancel.ts'
import { debtorOf } from '../rec/rec.ts'
import type { Bank } from '../resources.ts'
import { takeTariff } from '../tariff.ts'
import { queueTask } from '../tasks.ts'
import { cancelByPayer } from './cancel.ts'
import {
  amountOf,
  type Cobr,
  isOpen,
  isOpenTry,
  lastTryBefore,
  MAX_RETRIES,
  rejectionOf,
  retriesOf,
  settlementOf,
  type Try,
} from './cobr.ts'
import { addTry, fateOf, moveCobr, moveTry, notifyCobr, notifyPixOf, recOf } from './move.ts'
import { findCobr, triesOf } from './store.ts'

type Window = 'morning' | 'evening' | 'end'

/** The first debit of a day is between five past midnight and eight. */
const MORNING = { from: 5, minutes: 475 }
const EVENING = { hour: 18, minute: 5 }
const END_HOUR = 21

/** The task: the payer's bank takes an order, of the charge itself (n is 1) or of a further try. */
export function scheduleCharge(bank: Bank, txid: string, detail: unknown): void {
  const { n } = detail as { n: number }
  const cobr = existing(bank, txid)
  if (n > 1) scheduleRetry(bank, cobr, n)
  else if (cobr.status === 'CRIADA') scheduleFirst(bank, cobr)
}

function scheduleFirst(bank: Bank, cobr: Cobr): void {
  const fate = fateOf(bank, cobr)
  const settlesOn = settlementOf(cobr.document)
  const rejection = rejectionOf(cobr, recOf(bank, cobr), fate)
  if (rejection !== null) {
    addTry(bank, cobr, { kind: 'AGND', settlesOn, status: 'REJEITADA', rejection })
    notifyCobr(bank, moveCobr(bank, cobr, 'REJEITADA', { rejeicao: rejection }))
    return
  }
  const one = addTry(bank, cobr, { kind: 'AGND', settlesOn, status: 'AGENDADA' })
  notifyCobr(bank, moveCobr(bank, cobr, 'ATIVA'))
  queueDebit(bank, one)
  if (fate.cancels !== null) queueCancellation(bank, one, fate.cancels)
}

function scheduleRetry(bank: Bank, cobr: Cobr, n: number): void {
  const one = tryOf(bank, cobr, n)
  if (one.status !== 'SOLICITADA') return
  moveTry(bank, one, 'AGENDADA')
  notifyCobr(bank, cobr)
  queueDebit(bank, one)
}

function queueDebit(bank: Bank, { txid, n, settlesOn }: Try): void {
  const minutes = MORNING.from + bank.drawOf(`${txid}/${n}/${settlesOn}`, MORNING.minutes)
  const dueAt = Math.max(bank.clock.now(), instantOn(settlesOn, 0) + minutes * MINUTE_MS)
  queueTask(bank, 'debit', txid, { n, window: 'morning' satisfies Window }, dueAt)
}

function queueCancellation(bank: Bank, { txid, settlesOn }: Try, what: 'charge' | 'recurrence'): void {
  const dayAfter = instantOn(addDays(dayAt(bank.clock.now()), 1), 10)
  const lastMinutes = instantOn(addDays(settlesOn, -1), 23, 30)
  queueTask(bank, 'cancel by payer', txid, { what }, what === 'charge' ? lastMinutes : dayAfter)
}

/** The task: one of the moments of the day at which the payer's bank looks for the money. */
export function debit(bank: Bank, txid: string, detail: unknown): void {
  const { n, window } = detail as { n: number; window: Window }
  const cobr = existing(bank, txid)
  const tries = triesOf(bank, txid)
  const one = tryOf(bank, cobr, n)
  if (one.status !== 'AGENDADA') return
  const fate = fateOf(bank, cobr)
  const failed = tries.filter(({ status }) => status === 'EXPIRADA').length
  const fails = fate.failingTries > failed || (window === 'morning' && fate.paysInTheEvening)
  if (window === 'end') giveUp(bank, cobr, one)
  else if (fails) queueNextWindow(bank, one, window)
  else settle(bank, cobr, one)
}

function queueNextWindow(bank: Bank, { txid, n, settlesOn }: Try, failed: 'morning' | 'evening'): void {
  const window: Window = failed === 'morning' ? 'evening' : 'end'
  const dueAt =
    failed === 'morning' ? instantOn(settlesOn, EVENING.hour, EVENING.minute) : instantOn(settlesOn, END_HOUR)
  queueTask(bank, 'debit', txid, { n, window }, Math.max(bank.clock.now(), dueAt))
}

function settle(bank: Bank, cobr: Cobr, one: Try): void {
  const rec = recOf(bank, cobr)
  const { name, document } = rec.progress.payer ?? debtorOf(rec)
  const { endToEndId } = one
  const pix: Pix = {
    endToEndId,
    txid: cobr.txid,
    chave: CUSTOMER.pixKey,
    amount: amountOf(cobr),
    receivedAt: bank.clock.now(),
    info: null,
    payer: { name, document },
  }
  insertPix(bank, pix)
  moveMoney(bank, pix.amount, 'pix received', endToEndId)
  takeTariff(bank, 'received', endToEndId)
  moveTry(bank, one, 'PAGA')
  notifyCobr(bank, moveCobr(bank, cobr, 'CONCLUIDA'))
  notifyPixOf(bank, cobr, pix)
}

function giveUp(bank: Bank, cobr: Cobr, one: Try): void {
  moveTry(bank, one, 'EXPIRADA')
  const rec = recOf(bank, cobr)
  const retries = retriesOf(triesOf(bank, cobr.txid))
  const isPermitted = rec.document.politicaRetentativa === 'PERMITE_3R_7D' && rec.status !== 'CANCELADA'
  const mayRetry = isPermitted && retries < MAX_RETRIES
  if (mayRetry && retries === 0) queueTask(bank, 'expire charge', cobr.txid, {}, instantOn(lastTryBefore(cobr), 0))
  notifyCobr(bank, mayRetry ? cobr : moveCobr(bank, cobr, 'EXPIRADA'))
}

/** The task: the days for further tries are over. */
export function expireCharge(bank: Bank, txid: string): void {
  const cobr = existing(bank, txid)
  if (!isOpen(cobr) || triesOf(bank, txid).some(isOpenTry)) return
  notifyCobr(bank, moveCobr(bank, cobr, 'EXPIRADA'))
}

/** The task: a payer whose name says so gives up the charge, or all of it. */
export function cancelAsPayer(bank: Bank, txid: string, detail: unknown): void {
  const cobr = existing(bank, txid)
  const rec = recOf(bank, cobr)
  if ((detail as { what: string }).what === 'recurrence') {
    if (rec.status === 'APROVADA') cancelRec(bank, rec, 'USUARIO_PAGADOR')
  } else if (isOpen(cobr)) cancelByPayer(bank, cobr)
}

function existing(bank: Bank, txid: string): Cobr {
  const cobr = findCobr(bank, txid)
  if (cobr === undefined) throw new Error(`no recurring charge ${txid}`)
  return cobr
}

function tryOf(bank: Bank, { txid }: Cobr, n: number): Try {
  const one = triesOf(bank, txid).find(candidate => candidate.n === n)
  if (one === undefined) throw new Error(`no try ${n} of the recurring charge ${txid}`)
  return one
}
