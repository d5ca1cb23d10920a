// Ending recurring charges before their debit: by the receiver, by the payer, or with their recurrence. Called inside a transaction.
import { dayAt } from '../calendar.ts'
import type { Canceller, Rec } from '../rec/rec.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { type Cobr, isOpen, isOpenTry, settlementOf } from './cobr.ts'
import { moveCobr, moveTry, notifyCobr } from './move.ts'
import { refuseCobr } from './refuse.ts'
import { cobrsOfRec, triesOf } from './store.ts'

/** Not on the day of its first try, nor later. */
export function cancelByReceiver(bank: Bank, cobr: Cobr): Cobr {
  const refused = (razao: string, propriedade: string, valor: string) => refuseCobr([{ razao, propriedade, valor }])
  if (!isOpen(cobr)) throw refused('A cobrança está encerrada.', 'status', cobr.status)
  const first = triesOf(bank, cobr.txid)[0]?.settlesOn ?? settlementOf(cobr.document)
  if (dayAt(bank.clock.now()) >= first)
    throw refused('O dia previsto da primeira tentativa de liquidação já chegou.', 'status', first)
  return cancel(bank, cobr, 'USUARIO_RECEBEDOR', BY_RECEIVER)
}

/** Up to the end of the day before the debit. */
export function cancelByPayer(bank: Bank, cobr: Cobr): Cobr {
  const today = dayAt(bank.clock.now())
  const open = triesOf(bank, cobr.txid).find(isOpenTry)
  if (!isOpen(cobr) || (open === undefined && cobr.status === 'ATIVA'))
    throw new ControlRefused('not-scheduled', 409, `The charge is ${cobr.status} and has no debit to come`)
  if (open !== undefined && open.settlesOn <= today)
    throw new ControlRefused('too-late', 409, `The debit is due on ${open.settlesOn}: the day before was the last`)
  return cancel(bank, cobr, 'USUARIO_PAGADOR', BY_PAYER)
}

/** What would be debited today is debited nevertheless. */
export function cancelChargesOf(bank: Bank, rec: Rec, canceller: Canceller): void {
  const today = dayAt(bank.clock.now())
  for (const cobr of cobrsOfRec(bank, rec.idRec).filter(isOpen)) {
    const open = triesOf(bank, cobr.txid).find(isOpenTry)
    if (open === undefined || open.settlesOn > today) cancel(bank, cobr, canceller, WITH_RECURRENCE)
  }
}

interface Reason {
  codigo: string
  descricao: string
}

function cancel(bank: Bank, cobr: Cobr, solicitante: Canceller, reason: Reason): Cobr {
  for (const one of triesOf(bank, cobr.txid).filter(isOpenTry)) moveTry(bank, one, 'CANCELADA')
  const cancelled = moveCobr(bank, cobr, 'CANCELADA', { cancelamento: { solicitante, ...reason } })
  notifyCobr(bank, cancelled)
  return cancelled
}

const BY_RECEIVER = { codigo: 'SLCR', descricao: 'Cancelamento solicitado pelo usuário recebedor.' }
const BY_PAYER = { codigo: 'SLBD', descricao: 'Cancelamento solicitado pelo usuário pagador.' }
const WITH_RECURRENCE = { codigo: 'CCLD', descricao: 'A recorrência foi cancelada.' }
