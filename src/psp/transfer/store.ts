// The SQL of the bank's data of a PSP account, as the operator reads and writes them.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { TransferSettings } from './payee.ts'

export async function findTransferSettings(db: Queryable, pspAccountId: number): Promise<TransferSettings | null> {
  const [row] = await db.query<TransferSettings>(sql`
    select transfer_enabled as enabled, transfer_payee as payee from psp_account where id = ${pspAccountId}`)
  return row ?? null
}

/** What was there before; null where there is no such PSP account. */
export async function updateTransferSettings(
  tx: Transaction,
  pspAccountId: number,
  { enabled, payee }: TransferSettings,
): Promise<TransferSettings | null> {
  const [before] = await tx.query<TransferSettings>(sql`
    select transfer_enabled as enabled, transfer_payee as payee from psp_account where id = ${pspAccountId} for update`)
  if (before === undefined) return null
  const stored = payee === null ? null : JSON.stringify(payee)
  await tx.query(sql`
    update psp_account set transfer_enabled = ${enabled}, transfer_payee = ${stored}::jsonb, seal = default
    where id = ${pspAccountId}`)
  return before
}
