// The day of the payer's bank, as tasks at their own instants: it schedules a charge, debits in the night, once more in the evening where it
// could not, and gives up at 21:00.
import { addDays } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { moveMoney } from '../account.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { CUSTOMER } from '../customer.ts'
import type { House } from '../house.ts'
import { insertPix, type Pix } from '../pix/store.ts'
import { cancelRec } from '../rec/cancel.ts'
import { debtorOf } from '../rec/rec.ts'
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
export function scheduleCharge(house: House, txid: string, detail: unknown): void {
  const { n } = detail as { n: number }
  const cobr = existing(house, txid)
  if (n > 1) scheduleRetry(house, cobr, n)
  else if (cobr.status === 'CRIADA') scheduleFirst(house, cobr)
}

function scheduleFirst(house: House, cobr: Cobr): void {
  const fate = fateOf(house, cobr)
  const settlesOn = settlementOf(cobr.document)
  const rejection = rejectionOf(cobr, recOf(house, cobr), fate)
  if (rejection !== null) {
    addTry(house, cobr, { kind: 'AGND', settlesOn, status: 'REJEITADA', rejection })
    notifyCobr(house, moveCobr(house, cobr, 'REJEITADA', { rejeicao: rejection }))
    return
  }
  const one = addTry(house, cobr, { kind: 'AGND', settlesOn, status: 'AGENDADA' })
  notifyCobr(house, moveCobr(house, cobr, 'ATIVA'))
  queueDebit(house, one)
  if (fate.cancels !== null) queueCancellation(house, one, fate.cancels)
}

function scheduleRetry(house: House, cobr: Cobr, n: number): void {
  const one = tryOf(house, cobr, n)
  if (one.status !== 'SOLICITADA') return
  moveTry(house, one, 'AGENDADA')
  notifyCobr(house, cobr)
  queueDebit(house, one)
}

function queueDebit(house: House, { txid, n, settlesOn }: Try): void {
  const minutes = MORNING.from + house.drawOf(`${txid}/${n}/${settlesOn}`, MORNING.minutes)
  const dueAt = Math.max(house.clock.now(), instantOn(settlesOn, 0) + minutes * MINUTE_MS)
  queueTask(house, 'debit', txid, { n, window: 'morning' satisfies Window }, dueAt)
}

function queueCancellation(house: House, { txid, settlesOn }: Try, what: 'charge' | 'recurrence'): void {
  const dayAfter = instantOn(addDays(dayAt(house.clock.now()), 1), 10)
  const lastMinutes = instantOn(addDays(settlesOn, -1), 23, 30)
  queueTask(house, 'cancel by payer', txid, { what }, what === 'charge' ? lastMinutes : dayAfter)
}

/** The task: one of the moments of the day at which the payer's bank looks for the money. */
export function debit(house: House, txid: string, detail: unknown): void {
  const { n, window } = detail as { n: number; window: Window }
  const cobr = existing(house, txid)
  const tries = triesOf(house, txid)
  const one = tryOf(house, cobr, n)
  if (one.status !== 'AGENDADA') return
  const fate = fateOf(house, cobr)
  const failed = tries.filter(({ status }) => status === 'EXPIRADA').length
  const fails = fate.failingTries > failed || (window === 'morning' && fate.paysInTheEvening)
  if (window === 'end') giveUp(house, cobr, one)
  else if (fails) queueNextWindow(house, one, window)
  else settle(house, cobr, one)
}

function queueNextWindow(house: House, { txid, n, settlesOn }: Try, failed: 'morning' | 'evening'): void {
  const window: Window = failed === 'morning' ? 'evening' : 'end'
  const dueAt =
    failed === 'morning' ? instantOn(settlesOn, EVENING.hour, EVENING.minute) : instantOn(settlesOn, END_HOUR)
  queueTask(house, 'debit', txid, { n, window }, Math.max(house.clock.now(), dueAt))
}

function settle(house: House, cobr: Cobr, one: Try): void {
  const rec = recOf(house, cobr)
  const { name, document } = rec.progress.payer ?? debtorOf(rec)
  const { endToEndId } = one
  const pix: Pix = {
    endToEndId,
    txid: cobr.txid,
    chave: CUSTOMER.pixKey,
    amount: amountOf(cobr),
    receivedAt: house.clock.now(),
    info: null,
    payer: { name, document },
  }
  insertPix(house, pix)
  moveMoney(house, pix.amount, 'pix received', endToEndId)
  takeTariff(house, 'received', endToEndId)
  moveTry(house, one, 'PAGA')
  notifyCobr(house, moveCobr(house, cobr, 'CONCLUIDA'))
  notifyPixOf(house, cobr, pix)
}

function giveUp(house: House, cobr: Cobr, one: Try): void {
  moveTry(house, one, 'EXPIRADA')
  const rec = recOf(house, cobr)
  const retries = retriesOf(triesOf(house, cobr.txid))
  const isPermitted = rec.document.politicaRetentativa === 'PERMITE_3R_7D' && rec.status !== 'CANCELADA'
  const mayRetry = isPermitted && retries < MAX_RETRIES
  if (mayRetry && retries === 0) queueTask(house, 'expire charge', cobr.txid, {}, instantOn(lastTryBefore(cobr), 0))
  notifyCobr(house, mayRetry ? cobr : moveCobr(house, cobr, 'EXPIRADA'))
}

/** The task: the days for further tries are over. */
export function expireCharge(house: House, txid: string): void {
  const cobr = existing(house, txid)
  if (!isOpen(cobr) || triesOf(house, txid).some(isOpenTry)) return
  notifyCobr(house, moveCobr(house, cobr, 'EXPIRADA'))
}

/** The task: a payer whose name says so gives up the charge, or all of it. */
export function cancelAsPayer(house: House, txid: string, detail: unknown): void {
  const cobr = existing(house, txid)
  const rec = recOf(house, cobr)
  if ((detail as { what: string }).what === 'recurrence') {
    if (rec.status === 'APROVADA') cancelRec(house, rec, 'USUARIO_PAGADOR')
  } else if (isOpen(cobr)) cancelByPayer(house, cobr)
}

function existing(house: House, txid: string): Cobr {
  const cobr = findCobr(house, txid)
  if (cobr === undefined) throw new Error(`no recurring charge ${txid}`)
  return cobr
}

function tryOf(house: House, { txid }: Cobr, n: number): Try {
  const one = triesOf(house, txid).find(candidate => candidate.n === n)
  if (one === undefined) throw new Error(`no try ${n} of the recurring charge ${txid}`)
  return one
}
