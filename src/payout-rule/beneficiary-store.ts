// The SQL of the keys that an account means to pay.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'

export interface Beneficiary {
  id: bigint
  pixKey: string
  pixKeyType: PixKeyType
  name: string
  addedBy: string
  usableAt: Date
  createdAt: Date
}

const COLUMNS = sql`id, pix_key as "pixKey", pix_key_type as "pixKeyType", name, added_by as "addedBy",
  usable_at as "usableAt", created_at as "createdAt"`

/** The newest first, below the cursor. */
export const listBeneficiaries = (db: Queryable, accountId: number, page: { below: bigint | null; rows: number }) =>
  db.query<Beneficiary>(sql`
    select ${COLUMNS} from payout_beneficiary
    where account_id = ${accountId} and removed_at is null and (${page.below}::bigint is null or id < ${page.below})
    order by id desc limit ${page.rows}`)

/** null: the key is on the list already. */
export async function insertBeneficiary(
  tx: Transaction,
  accountId: number,
  given: Omit<Beneficiary, 'id'>,
): Promise<Beneficiary | null> {
  const { pixKey, pixKeyType, name, addedBy, usableAt, createdAt } = given
  const [row] = await tx.query<Beneficiary>(sql`
    insert into payout_beneficiary (account_id, pix_key, pix_key_type, name, added_by, usable_at, created_at)
    values (${accountId}, ${pixKey}, ${pixKeyType}, ${name}, ${addedBy}, ${usableAt}, ${createdAt})
    on conflict (account_id, pix_key_type, pix_key) where removed_at is null do nothing returning ${COLUMNS}`)
  return row ?? null
}

export async function removeBeneficiary(tx: Transaction, accountId: number, id: bigint, now: Date) {
  const [row] = await tx.query<Beneficiary>(sql`
    update payout_beneficiary set removed_at = ${now}, seal = default
    where account_id = ${accountId} and id = ${id} and removed_at is null returning ${COLUMNS}`)
  return row ?? null
}
