// Cases of monitoring as the worker keeps them, put there by SQL: for tests that are about something else.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'

/** An open case with one movement. Answers its uuid. */
export async function plantCase(db: Database, accountId: number): Promise<string> {
  const [row] = await db.query<{ uuid: string }>(sql`
    with found as (
      insert into monitoring_case (account_id, uuid, rule, subject_kind, subject, subject_name, state, parameters, exceeded,
        window_from, window_to, through_seq, movement_count, amount_centavos, passed_centavos, usual_centavos, is_cut, opened_at,
        analysis_due_at, updated_at)
      values (${accountId}, gen_random_uuid(), 'CASHOUT_STRUCTURING', 'PIX_KEY', gen_random_uuid()::text, 'Maria', 'OPEN',
        '{"windowHours": 24, "minCount": 5, "limitCents": 10000}', 'AMOUNT', now(), now(), 9, 5, 20000, 30000, 40000, false, now(),
        now() + interval '45 days', now())
      returning account_id, id, uuid
    ), moved as (
      insert into monitoring_evidence (account_id, case_id, seq, direction, amount_centavos, moved_at, reference, reference_id,
        reference_uuid, other_name, other_document, pix_key)
      select account_id, id, 9, 'CASHOUT', 4000, now(), 'cashout', 1, gen_random_uuid(), 'Maria', '***.456.789-**', 'maria@example.com'
      from found
    )
    select uuid from found`)
  return row?.uuid ?? ''
}

/** A rule that was changed, and a case that was dismissed, opened again and reported. */
export async function plantDecided(db: Database, accountId: number): Promise<void> {
  await db.query(sql`
    insert into monitoring_rule (rule, enabled, parameters, updated_at) values ('NEW_ACCOUNT', true, '{"accountDays": 10}', now())`)
  const uuid = await plantCase(db, accountId)
  await db.query(sql`
    with decided as (
      update monitoring_case set state = 'REPORTED', seal = default where uuid = ${uuid}::uuid returning account_id, id
    )
    insert into monitoring_decision (account_id, case_id, decision, reason, protocol, decided_by, decided_at)
    select account_id, id, decision, 'Analisado.', protocol, 'somebody', now()
    from decided cross join (values ('DISMISSED', null), ('REOPENED', null), ('REPORTED', '123')) word (decision, protocol)`)
}
