// The callbacks that the customer is owed, written down in the transaction of the payment. The body is rendered now and kept; the
// address is the one registered when the call is made.
import type { DebtorFate } from '../debtor/fates.ts'
import type { Bank } from '../resources.ts'
import { type CallbackAddress, callbackUrl } from '../webhook/address.ts'
import { hold, type StickingFate, stickingFateOf } from './fate.ts'

/** A Pix, received or sent, as a callback describes it. */
export interface CallbackPix {
  endToEndId: string
  txid?: string
  devolucoes?: object[]
  gnExtras: { idEnvio?: string; pagador?: object }
}

/** One callback, and how it looks when it arrives after what came later. */
export interface PendingCallback {
  address: CallbackAddress
  /** The ids of what it is about, under which callbacks may have been scripted. */
  subjects: readonly string[]
  body: object
  /** The same thing as it was before. */
  stale: object
  dueAt: number
}

/** About a Pix, to the address of the key. */
export function queueCallback(bank: Bank, chave: string, pix: CallbackPix, dueAt: number): void {
  const stale = { pix: [staleOf(pix)] }
  queue(bank, { address: chave, subjects: subjectsOf(pix), body: { pix: [pix] }, stale, dueAt })
}

/** Only what has an address when it happens gets a callback. */
function queue(bank: Bank, pending: PendingCallback): void {
  if (callbackUrl(bank, pending.address) === undefined) return
  const fate = stickingFateOf(bank, pending.subjects)
  switch (fate?.fate) {
    case 'dropCallback':
      return
    case 'duplicate':
      for (let count = 0; count < DUPLICATES; count++) insert(bank, pending)
      return
    case 'reorder':
      queueOutOfOrder(bank, pending, fate)
      return
    default:
      insert(bank, pending)
  }
}

/** As the payer's bank behaves: late, several times or never, and with one that is out of date behind. */
export function queueByFate(
  bank: Bank,
  pending: PendingCallback,
  { delayMs, copies, stale }: DebtorFate['callbacks'],
): void {
  const late = { ...pending, dueAt: pending.dueAt + delayMs }
  for (let copy = 0; copy < copies; copy++) queue(bank, late)
  if (stale) queue(bank, { ...late, body: pending.stale })
}

/** What waits for a retry is tried at once: the customer who comes back at a new address need not wait. */
export function retryCallbacksNow({ database, clock }: Bank, address: CallbackAddress): void {
  const sql = 'update callback set due_at = ? where chave = ? and closed_at is null and attempts > 0'
  database.run(sql, clock.now(), address)
}

const DUPLICATES = 3

const subjectsOf = ({ endToEndId, txid, gnExtras }: CallbackPix): string[] =>
  [endToEndId, txid, gnExtras.idEnvio].filter(subject => subject !== undefined)

/**
 * The first callback about a subject is held back. One that comes meanwhile overtakes it; in any case it is followed by a
 * stale one. Each waits until the one before it has been answered, so that they arrive in this order and no other.
 */
function queueOutOfOrder(bank: Bank, pending: PendingCallback, fate: StickingFate): void {
  const held = fate.heldId
  if (held !== null && isUndelivered(bank, held)) {
    follow(bank, held, insert(bank, pending))
    bank.database.run('update callback set due_at = ? where id = ?', pending.dueAt, held)
    hold(bank, fate, null)
    return
  }
  const id = insert(bank, { ...pending, dueAt: pending.dueAt + fate.delayMs })
  follow(bank, insert(bank, { ...pending, body: pending.stale }), id)
  hold(bank, fate, id)
}

const isUndelivered = ({ database }: Bank, id: number): boolean =>
  database.first('select 1 as found from callback where id = ? and closed_at is null', id) !== undefined

const follow = ({ database }: Bank, id: number, after: number) =>
  database.run('insert or replace into callback_after (callback_id, after_id) values (?, ?)', id, after)

/** How the same thing stood before: a payment under way, a receipt of which nothing had gone back. */
function staleOf({ devolucoes: _returned, ...pix }: CallbackPix): CallbackPix {
  return pix.gnExtras.idEnvio === undefined ? pix : Object.assign(pix, { status: 'EM_PROCESSAMENTO', horario: null })
}

function insert({ database }: Bank, { address, body, dueAt }: PendingCallback): number {
  const sql = 'insert into callback (chave, body, due_at) values (?, ?, ?) returning id'
  const row = database.first<{ id: number }>(sql, address, JSON.stringify(body), dueAt)
  if (row === undefined) throw new Error('the callback was not kept')
  return row.id
}
