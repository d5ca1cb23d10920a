// The SQL of sales that are the first payments of recurrences.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { Sale, SaleKey } from '../sale.ts'

/** It is locked. One that waits to be paid is due when its time is over. */
export async function openFirst(tx: Transaction, sale: Sale): Promise<void> {
  await tx.query(sql`
    update sale set status = ${sale.status}, version = ${sale.version}, br_code = ${sale.brCode}, id_rec = ${sale.idRec},
      updated_at = ${sale.updatedAt}, due_at = case when ${sale.status} = 'PENDENTE' then ${sale.expiresAt}::timestamptz end,
      seal = default
    where account_id = ${sale.accountId} and id = ${sale.id}`)
}

/** Its charge is to be taken away at once. */
export async function giveUpFirst(tx: Transaction, key: SaleKey, now: Date): Promise<void> {
  await tx.query(sql`
    update sale set given_up = true, due_at = ${now}, seal = default
    where account_id = ${key.accountId} and id = ${key.id} and status = 'EM_PROCESSAMENTO' and not given_up`)
}

export async function closeFirstSoon(tx: Transaction, key: SaleKey, now: Date): Promise<void> {
  await tx.query(sql`
    update sale set due_at = ${now}
    where account_id = ${key.accountId} and id = ${key.id} and status = 'PENDENTE' and due_at > ${now}`)
}
