// What has happened of recurring PIX in the gateway that the doctor examines, as rows of its database, with what was published of them.
import sql from 'sql-template-tag'
import { openOutbox } from '#notification/events/outbox.ts'
import { findDebitsOf } from '#recurrence/debit/store.ts'
import { debitEvent } from '#recurrence/debit/wire.ts'
import { eventOfStatus } from '#recurrence/events.ts'
import { listRecurrences } from '#recurrence/list/store.ts'
import type { Seller, TestGateway } from '../gateway.ts'

/** One that was authorised, with a debit that is scheduled and one that was missed; and one that was refused. */
export async function recurring(gateway: TestGateway, { accountId }: Seller): Promise<void> {
  await gateway.db.query(sql`
    with made as (
      insert into recurrence (account_id, uuid, psp_account_id, id_rec, journey, status, contrato, customer_name,
        customer_document, customer_email, customer_phone, starts_on, periodicity, amount_centavos, retries_allowed, retry_days,
        automatic, adjusts_to_business_day, late_days, items, location_id, activated_journey, activated_at, end_kind, ended_at,
        version, created_at, updated_at)
      select ${accountId}, gen_random_uuid(), psp.id, 'RR00000000' || status, 2, status, 'contrato ' || status, 'Ana Souza',
        '52998224725', '', '', '2027-02-10', 'MENSAL', 49_90, true, '{2,4,7}', true, true, 5, '[]', '7',
        case status when 'APROVADA' then 2 end, case status when 'APROVADA' then now() end,
        case status when 'REJEITADA' then 'REJEICAO' end, case status when 'REJEITADA' then now() end, 2, now(), now()
      from (select id from psp_account limit 1) psp cross join unnest(array['APROVADA', 'REJEITADA']) as status
      returning *
    ), missed as (
      insert into debit (account_id, uuid, recurrence_id, psp_account_id, cycle, n, txid, status, origin, first_due_on, due_on,
        adjusts_to_business_day, items, end_kind, end_code, ended_at, version, created_at, updated_at)
      select account_id, gen_random_uuid(), id, psp_account_id, 2, 0, 'P00000000000000000000000debit2', 'NAO_COBRADA', 'AUTOMATICA',
        '2027-03-10', '2027-03-10', true, items, 'NAO_COBRADA', 'JANELA_PERDIDA', now(), 1, now(), now()
      from made where status = 'APROVADA'
    ), ordered as (
      insert into debit (account_id, uuid, recurrence_id, psp_account_id, cycle, n, txid, status, origin, amount_centavos,
        fee_centavos, reserve_centavos, reserve_days, first_due_on, due_on, settles_on, adjusts_to_business_day, items,
        sent_at, version, created_at, updated_at)
      select account_id, gen_random_uuid(), id, psp_account_id, 1, 0, 'P00000000000000000000000debit1', 'ATIVA', 'AUTOMATICA',
        amount_centavos, 50, 0, 30, starts_on, starts_on, starts_on, true, items, now(), 3, now(), now()
      from made where status = 'APROVADA' returning *
    )
    insert into debit_try (account_id, debit_id, n, kind, settles_on, end_to_end_id, status, ordered_at, updated_at)
    select account_id, id, 0, 'AGND', settles_on, 'E1', 'AGENDADA', now(), now() from ordered`)
  await publishRecurring(gateway, accountId)
}

/** What is published of them, as they are. */
async function publishRecurring({ db }: TestGateway, accountId: number): Promise<void> {
  const outbox = openOutbox({ epoch: () => null, take() {} })
  const recurrences = await listRecurrences(db, accountId, {}, { below: null, rows: 10 })
  const debits = await Promise.all(recurrences.map(one => findDebitsOf(db, one)))
  const events = recurrences.flatMap((recurrence, n) => [
    ...eventOfStatus(recurrence),
    ...(debits[n] ?? []).map(debit => {
      const name = debit.status === 'ATIVA' ? 'recurrence.debit_scheduled' : 'recurrence.debit_missed'
      return debitEvent(name, debit, recurrence)
    }),
  ])
  await db.transaction(tx => outbox.write(tx, events, new Date()))
}
