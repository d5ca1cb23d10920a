// Changes of a recurring charge and of its tries: each is kept, and the receiver gets a callback. Called inside a transaction.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { queueByFate, queueCallback } from '../callback/queue.ts'
import { BUYERS_BANK_ISPB } from '../customer.ts'
import { type DebtorFate, debtorFateOf } from '../debtor/fates.ts'
import type { House } from '../house.ts'
import { mintEndToEndId } from '../ids.ts'
import type { Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import type { Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import type { Cobr, CobrEnding, CobrStatus, Rejection, Try, TryKind, TryStatus } from './cobr.ts'
import { keepTry, triesOf, updateCobr } from './store.ts'
import { cobrNotification, staleCobrNotification } from './wire.ts'

export function moveCobr(house: House, cobr: Cobr, status: CobrStatus, ending: CobrEnding | null = null): Cobr {
  const history = [...cobr.progress.history, { status, at: house.clock.now() }]
  const moved: Cobr = { ...cobr, status, progress: { ending, history } }
  updateCobr(house, moved)
  return moved
}

/** The next try of a charge. */
export function addTry(house: House, { txid }: Cobr, { kind, settlesOn, status, rejection = null }: NewTry): Try {
  const at = house.clock.now()
  const endToEndId = mintEndToEndId('E', BUYERS_BANK_ISPB, at, house.random)
  const n = triesOf(house, txid).length + 1
  const one: Try = { txid, n, settlesOn, kind, endToEndId, status, rejection, history: [{ status, at }] }
  keepTry(house, one)
  return one
}

interface NewTry {
  kind: TryKind
  settlesOn: LocalDate
  status: TryStatus
  rejection?: Rejection | null
}

export function moveTry(house: House, one: Try, status: TryStatus): void {
  keepTry(house, { ...one, status, history: [...one.history, { status, at: house.clock.now() }] })
}

/** After all that happened to it at this instant. */
export function notifyCobr(house: House, cobr: Cobr): void {
  const now = house.clock.now()
  const pending = {
    address: 'cobr',
    subjects: [cobr.txid, cobr.idRec],
    body: { cobsr: [cobrNotification(house, cobr)] },
    stale: { cobsr: [staleCobrNotification(house, cobr, now)] },
    dueAt: now + house.latencyOf(`${cobr.txid}/${now}`),
  }
  queueByFate(house, pending, fateOf(house, cobr).callbacks)
}

/** Its Pix, to the key's webhook, where debits are listed with the others. */
export function notifyPixOf(house: House, cobr: Cobr, pix: Pix): void {
  const { copies, delayMs } = fateOf(house, cobr).callbacks
  if (!house.settings.read().listDebits || copies === 0) return
  queueCallback(house, pix.chave, pixWire(house, pix), house.clock.now() + house.latencyOf(cobr.txid) + delayMs)
}

export const fateOf = (house: House, cobr: Cobr): DebtorFate =>
  debtorFateOf(recOf(house, cobr).document.vinculo.devedor.nome)

export function recOf(house: House, { txid, idRec }: Cobr): Rec {
  const rec = findRec(house, idRec)
  if (rec === undefined) throw new Error(`the charge ${txid} has no recurrence`)
  return rec
}
