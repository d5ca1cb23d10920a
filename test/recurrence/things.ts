// Recurrences and debits as rows of the database, for tests of who may do what with them. No bank knows them, and they owe no work.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { addDays, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import type { Seller, TestGateway } from '../gateway.ts'

interface Place {
  gateway: Pick<TestGateway, 'db'>
  shop: { seller: Pick<Seller, 'accountId'> }
}

/** Authorised, with its first cycle in twenty days; answers its uuid. */
export async function authorised({ gateway: { db }, shop: { seller } }: Place): Promise<string> {
  const uuid = randomUUID()
  await db.query(sql`
    insert into recurrence (account_id, uuid, psp_account_id, id_rec, journey, status, contrato, customer_name,
      customer_document, customer_email, customer_phone, starts_on, periodicity, default_centavos, retries_allowed, retry_days,
      automatic, adjusts_to_business_day, late_days, items, activated_at, created_at, updated_at)
    select ${seller.accountId}, ${uuid}, id, left('RR' || replace(${uuid}, '-', ''), 29), 2, 'APROVADA', left(${uuid}, 35), 'Ana',
      '52998224725', '', '', ${addDays(today(), 20)}, 'MENSAL', 100_00, true, '{2}', true, false, 5, '[]', now(), now(), now()
    from psp_account limit 1`)
  return uuid
}

const today = () => dateAt(new Date())
/** For which the debits below that were tried have an open try. */
export const triedOn = (): LocalDate => addDays(today(), 2)

/** "<recurrence>/<collection>/<txid>" of a new debit: planned for the first cycle, or tried already. */
export async function debitIn(
  place: Place,
  collection: string,
  status: 'PLANEJADA' | 'ATIVA' = 'PLANEJADA',
): Promise<string> {
  const recurrence = await authorised(place)
  const txid = `P${randomUUID().replaceAll('-', '').slice(1)}`
  const dueOn = status === 'PLANEJADA' ? addDays(today(), 20) : today()
  const ordered = status === 'ATIVA'
  await place.gateway.db.query(sql`
    with made as (
      insert into debit (account_id, uuid, recurrence_id, psp_account_id, cycle, n, txid, status, origin, amount_centavos,
        fee_centavos, reserve_centavos, reserve_days, first_due_on, due_on, adjusts_to_business_day, items, created_at, updated_at)
      select account_id, gen_random_uuid(), id, psp_account_id, 1, 0, ${txid}, ${status}, 'AUTOMATICA', 100_00,
        ${ordered ? 50 : null}::bigint, ${ordered ? 0 : null}::bigint, ${ordered ? 30 : null}::int, ${dueOn}, ${dueOn}, false,
        items, now(), now()
      from recurrence where uuid = ${recurrence}::uuid returning *
    )
    insert into debit_try (account_id, debit_id, n, kind, settles_on, end_to_end_id, status, updated_at)
    select account_id, id, 0, 'NTAG', ${triedOn()}::date, 'E1', 'AGENDADA', now() from made where status = 'ATIVA'`)
  return `${recurrence}/${collection}/${txid}`
}
