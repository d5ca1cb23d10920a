// The SQL of the test bank of test mode.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'

const IS_TEST_BANK = sql`owner_account_id = ${TEST_SUSPENSE_ACCOUNT_ID}`

/** Its PSP account, whether or not it takes part; null: there has never been one. */
export async function findTestBank(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(
    sql`select id from psp_account where ${IS_TEST_BANK} order by id limit 1`,
  )
  return row?.id ?? null
}

/** Where test accounts sell and are paid now; null: test mode is off. */
export async function findTestBankAtWork(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from psp_account where ${IS_TEST_BANK} and pay_in_enabled and pay_out_enabled order by id limit 1`)
  return row?.id ?? null
}

/** Off since ever: nothing of it is read any more, as the process behind it does not run. Answers which it is. */
export async function stopTestBank(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    with stopped as (
      update psp_account set pay_in_enabled = false, pay_out_enabled = false, off_since = to_timestamp(0), seal = default
      where ${IS_TEST_BANK} and (pay_in_enabled or pay_out_enabled or off_since > to_timestamp(0))
    )
    select id from psp_account where ${IS_TEST_BANK} order by id limit 1`)
  return row?.id ?? null
}

/** Undoes that, and nothing that the operator has switched off. */
export const startTestBank = (db: Queryable) =>
  db.query(sql`
    update psp_account set pay_in_enabled = true, pay_out_enabled = true, off_since = null, seal = default
    where ${IS_TEST_BANK} and off_since = to_timestamp(0)`)
