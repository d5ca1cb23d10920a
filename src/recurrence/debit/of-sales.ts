// What happens to debits in the transactions that book money: they wait for it by their txid, and are concluded by it. Sales know this
// by its type alone (src/sale/cycle/debits-of-sales.ts).
import type { Transaction } from '#db/postgres.ts'
import type { DebitsOfSales, LockedDebit } from '#sale/cycle/debits-of-sales.ts'
import type { Sale } from '#sale/sale.ts'
import type { TxidKey } from '#sale/store.ts'
import { isOpenTry } from '../progress/report.ts'
import { findRecurrencesOf } from '../store.ts'
import { type Debit, mayBecome, moved } from './debit.ts'
import { orderOf } from './order-terms.ts'
import { lockDebitsByTxid, updateDebit } from './store.ts'

/** What needs the PSP; it is opened later than the sales. */
export type DebitsAtPsp = Pick<DebitsOfSales, 'isConcluded' | 'concluded'>

export const debitsOfSales = (atPsp: () => DebitsAtPsp): DebitsOfSales => ({
  lock,
  conclude,
  isConcluded: (pspAccountId, key) => atPsp().isConcluded(pspAccountId, key),
  concluded: paid => atPsp().concluded(paid),
})

async function lock(tx: Transaction, keys: TxidKey[]): Promise<LockedDebit[]> {
  const debits = await lockDebitsByTxid(tx, keys)
  if (debits.length === 0) return []
  // Not locked: what the sale says of its buyer may as well be as it was a moment ago.
  const recurrences = new Map((await findRecurrencesOf(tx, debits)).map(one => [`${one.accountId}/${one.id}`, one]))
  return debits.map(debit => {
    const recurrence = recurrences.get(`${debit.accountId}/${debit.recurrenceId}`)
    const expectsMoney = debit.status !== 'CANCELADA' && mayBecome(debit.status, 'CONCLUIDA')
    const mayBePaid = expectsMoney || debit.status === 'CANCELADA'
    return {
      key: { accountId: debit.accountId, txid: debit.txid },
      order: recurrence === undefined || !mayBePaid ? null : orderOf(debit, recurrence),
      hasEnded: !expectsMoney,
    }
  })
}

async function conclude(tx: Transaction, paid: Sale[], now: Date): Promise<void> {
  const sales = new Map(paid.map(sale => [`${sale.accountId}/${sale.txid}`, sale]))
  for (const debit of await lockDebitsByTxid(tx, paid)) {
    const sale = sales.get(`${debit.accountId}/${debit.txid}`)
    if (sale !== undefined) await updateDebit(tx, concludedBy(debit, sale, now), null)
  }
}

const concludedBy = (debit: Debit, sale: Sale, now: Date): Debit =>
  moved(debit, 'CONCLUIDA', now, {
    saleId: sale.id,
    // Of the tries one alone is open at a time.
    tries: debit.tries.map(one => (isOpenTry(one) ? { ...one, status: 'PAGA' } : one)),
    cancelRequestedAt: null,
    cancelReason: null,
    end: { kind: null, by: null, code: null, text: null, at: now },
  })
