// Recurring PIX in a gateway that was opened without it: what a PSP account and a price need, and recurrences that no payer was asked about.
import sql from 'sql-template-tag'
import type { TestGateway } from '../gateway.ts'

/** Its PSP accounts take recurrences from now on, and the account has a price for them. */
export async function offerRecurringPix({ db }: Pick<TestGateway, 'db'>, accountId: number): Promise<void> {
  await db.query(sql`
    update psp_account set recurrence_enabled = true, receiver_branch = '0001', receiver_account = '1234567',
      receiver_account_type = 'CORRENTE', version = version + 1, seal = default
    where not recurrence_enabled`)
  await db.query(sql`
    update account set fees = jsonb_set(fees, '{pixAutomatico}', '{"fixedCentavos": 50, "basisPoints": 0}'), seal = default
    where id = ${accountId}`)
}

/** Answers its uuid. */
export async function plantRecurrence({ db }: Pick<TestGateway, 'db'>, accountId: number): Promise<string> {
  const [row] = await db.query<{ uuid: string }>(sql`
    insert into recurrence (account_id, uuid, psp_account_id, id_rec, journey, status, contrato, customer_name,
      customer_document, customer_email, customer_phone, starts_on, periodicity, amount_centavos, retries_allowed, retry_days,
      automatic, adjusts_to_business_day, late_days, items, created_at, updated_at)
    select ${accountId}, uuid, id, left('RN' || replace(uuid::text, '-', ''), 29), 2, 'CRIADA', left(uuid::text, 35),
      'Ana', '52998224725', '', '', now()::date + 9, 'MENSAL', 100, false, '{}', true, true, 5, '[]', now(), now()
    from (select id from psp_account limit 1) psp, gen_random_uuid() as uuid returning uuid`)
  if (row === undefined) throw new Error('no recurrence was planted')
  return row.uuid
}
