// Changes of a recurring charge and of its tries: each is kept, and the receiver gets a callback. Called inside a transaction.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { queueByFate, queueCallback } from '../callback/queue.ts'
import { BUYERS_BANK_ISPB } from '../customer.ts'
import { type DebtorFate, debtorFateOf } from '../debtor/fates.ts'
import { mintEndToEndId } from '../ids.ts'
import type { Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import type { Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import type { Bank } from '../resources.ts'
import type { Cobr, CobrEnding, CobrStatus, Rejection, Try, TryKind, TryStatus } from './cobr.ts'
import { keepTry, triesOf, updateCobr } from './store.ts'
import { cobrNotification, staleCobrNotification } from './wire.ts'

export function moveCobr(bank: Bank, cobr: Cobr, status: CobrStatus, ending: CobrEnding | null = null): Cobr {
  const history = [...cobr.progress.history, { status, at: bank.clock.now() }]
  const moved: Cobr = { ...cobr, status, progress: { ending, history } }
  updateCobr(bank, moved)
  return moved
}

/** The next try of a charge. */
export function addTry(bank: Bank, { txid }: Cobr, { kind, settlesOn, status, rejection = null }: NewTry): Try {
  const at = bank.clock.now()
  const endToEndId = mintEndToEndId('E', BUYERS_BANK_ISPB, at, bank.random)
  const n = triesOf(bank, txid).length + 1
  const one: Try = { txid, n, settlesOn, kind, endToEndId, status, rejection, history: [{ status, at }] }
  keepTry(bank, one)
  return one
}

interface NewTry {
  kind: TryKind
  settlesOn: LocalDate
  status: TryStatus
  rejection?: Rejection | null
}

export function moveTry(bank: Bank, one: Try, status: TryStatus): void {
  keepTry(bank, { ...one, status, history: [...one.history, { status, at: bank.clock.now() }] })
}

/** After all that happened to it at this instant. */
export function notifyCobr(bank: Bank, cobr: Cobr): void {
  const now = bank.clock.now()
  const pending = {
    address: 'cobr',
    subjects: [cobr.txid, cobr.idRec],
    body: { cobsr: [cobrNotification(bank, cobr)] },
    stale: { cobsr: [staleCobrNotification(bank, cobr, now)] },
    dueAt: now + bank.latencyOf(`${cobr.txid}/${now}`),
  }
  queueByFate(bank, pending, fateOf(bank, cobr).callbacks)
}

/** Its Pix, to the key's webhook, where debits are listed with the others. */
export function notifyPixOf(bank: Bank, cobr: Cobr, pix: Pix): void {
  const { copies, delayMs } = fateOf(bank, cobr).callbacks
  if (!bank.settings.read().listDebits || copies === 0) return
  queueCallback(bank, pix.chave, pixWire(bank, pix), bank.clock.now() + bank.latencyOf(cobr.txid) + delayMs)
}

export const fateOf = (bank: Bank, cobr: Cobr): DebtorFate =>
  debtorFateOf(recOf(bank, cobr).document.vinculo.devedor.nome)

export function recOf(bank: Bank, { txid, idRec }: Cobr): Rec {
  const rec = findRec(bank, idRec)
  if (rec === undefined) throw new Error(`the charge ${txid} has no recurrence`)
  return rec
}
