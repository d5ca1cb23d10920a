// The SQL of what an account sells boletos under.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'

export interface StoredTerms {
  fees: Fees
  reserve: Reserve
  /** null: none makes its boletos, or it is switched off. */
  pspAccountId: number | null
}

export async function findTerms(db: Queryable, accountId: number): Promise<StoredTerms | null> {
  const rows = await db.query<StoredTerms>(sql`
    select fees, reserve, psp_account.id as "pspAccountId"
    from account left join psp_account on psp_account.id = boleto_psp_account_id and boleto_enabled
    where account.id = ${accountId}`)
  return rows[0] ?? null
}
