// A recurrence that a payer has authorised, as rows of the database, for tests of what it keeps in use.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { TestGateway } from '../../gateway.ts'

export interface Planted {
  accountId: number
  pspAccountId: number
  idRec?: string
}

/** Answers what ends it. */
export async function plantRecurrence(
  { db }: Pick<TestGateway, 'db'>,
  { accountId, pspAccountId, idRec = `RN9999000120261110${randomUUID().slice(0, 8)}abc` }: Planted,
): Promise<() => Promise<unknown>> {
  const uuid = randomUUID()
  await db.query(sql`
    insert into recurrence (account_id, uuid, psp_account_id, id_rec, journey, status, contrato, customer_name,
      customer_document, customer_email, customer_phone, starts_on, periodicity, amount_centavos, retries_allowed,
      retry_days, automatic, adjusts_to_business_day, late_days, items, created_at, updated_at)
    values (${accountId}, ${uuid}, ${pspAccountId}, ${idRec}, 2, 'APROVADA', ${uuid.slice(0, 35)}, 'Ana', '52998224725',
      '', '', '2027-01-10', 'MENSAL', 4990, false, '{}', true, true, 5, '[]', now(), now())`)
  return () =>
    db.query(sql`
      update recurrence set status = 'CANCELADA', ended_at = now(), seal = default where uuid = ${uuid}`)
}
