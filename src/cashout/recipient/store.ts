// The SQL of recipients: who received a cashout, as the PSP reported it with the payment.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Recipient } from '#psp/port.ts'
import type { CashoutKey } from '../cashout.ts'

export interface PaidRecipient extends Recipient, CashoutKey {
  /** In the form of the DICT. */
  pixKey: string
}

export async function insertRecipients(tx: Transaction, paid: PaidRecipient[], now: Date): Promise<void> {
  if (paid.length === 0) return
  const of = <T>(pick: (recipient: PaidRecipient) => T) => paid.map(pick)
  await tx.query(sql`
    insert into payout_recipient (account_id, withdrawal_id, pix_key, name, document, bank_ispb, created_at)
    select *, ${now}::timestamptz
    from unnest(${of(r => r.accountId)}::int[], ${of(r => r.id)}::bigint[], ${of(r => r.pixKey)}::text[],
      ${of(r => r.name)}::text[], ${of(r => r.document)}::text[], ${of(r => r.bank)}::text[])
    on conflict do nothing`)
}

/** null: the PSP did not report it. */
export async function findRecipient(db: Queryable, { accountId, id }: CashoutKey): Promise<Recipient | null> {
  const [row] = await db.query<Recipient>(sql`
    select name, document, bank_ispb as bank from payout_recipient
    where account_id = ${accountId} and withdrawal_id = ${id}`)
  return row ?? null
}

export interface FormerRecipient extends Recipient {
  /** The cashout that paid them. */
  cashout: string
  paidAt: Date
}

/** Of this account's newest payment to the key; null where the PSP has reported no recipient. */
export async function findFormerRecipient(
  db: Queryable,
  accountId: number,
  pixKey: string,
): Promise<FormerRecipient | null> {
  const [row] = await db.query<FormerRecipient>(sql`
    select name, document, bank_ispb as bank, withdrawal.uuid as cashout, payout_recipient.created_at as "paidAt"
    from payout_recipient
    join withdrawal on withdrawal.account_id = payout_recipient.account_id and withdrawal.id = withdrawal_id
    where payout_recipient.account_id = ${accountId} and payout_recipient.pix_key = ${pixKey}
    order by withdrawal_id desc limit 1`)
  return row ?? null
}
