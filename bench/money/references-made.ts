// The one-call reference, as a function of the database: everything that a cashout of ours does, with the key, the rows, the hash and the
// event, in one statement of the caller's. There is no faster way to do it one by one.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'

export async function makeReferences(db: Database): Promise<void> {
  await db.query(sql`create schema bench`)
  await db.query(sql`
    create function bench.cashout(
      for_account int, gross bigint, to_key text, new_uuid uuid, asked_route text, asked_key text, asked_hash bytea,
      fact_uid uuid, fact_body bytea, answer_body bytea
    ) returns bigint language plpgsql as $$
    declare
      purse wallet;
      terms record;
      fee bigint;
      new_id bigint;
      at timestamptz := date_trunc('milliseconds', clock_timestamp());
      link bytea;
    begin
      select * into purse from wallet where account_id = for_account for update;
      if exists (select from idempotency where account_id = for_account and route = asked_route and key = asked_key) then
        return null;
      end if;
      select account.api_cashout_enabled and house.api_cashout_enabled and transfer_allowed as may,
        (limits->>'cashoutMinimumCentavos')::bigint as least, (limits->>'cashoutMaximumCentavos')::bigint as most,
        (fees->'cashout'->>'fixedCentavos')::bigint as fixed, pay_out_psp_account_id is not null as pays
        into terms from account, house where account.id = for_account;
      if not terms.may or not terms.pays or gross < terms.least or gross > terms.most or purse.available_centavos < gross
      then
        return null;
      end if;
      fee := terms.fixed;
      new_id := nextval('withdrawal_id_seq');
      link := transfer_hash(purse.head, for_account, purse.seq + 1, 'CASHOUT_HELD', 'available', 'blocked', gross,
        purse.available_centavos - gross, purse.blocked_centavos + gross, false, null, false, null, 'withdrawal', new_id, at,
        'WITHDRAWAL', null);
      insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, hold_seq, resolves_hold, psp_account_id, subject, subject_id, created_at, hash)
      values (for_account, purse.seq + 1, 'CASHOUT_HELD', 'available', 'blocked', gross, purse.available_centavos - gross,
        purse.blocked_centavos + gross, false, null, false, null, 'withdrawal', new_id, at, link);
      insert into hold (account_id, seq, reason, amount_centavos, open_centavos, subject, subject_id, created_at)
      values (for_account, purse.seq + 1, 'WITHDRAWAL', gross, gross, 'withdrawal', new_id, at);
      update wallet set seq = purse.seq + 1, available_centavos = purse.available_centavos - gross,
        blocked_centavos = purse.blocked_centavos + gross, head = link, updated_at = at
      where account_id = for_account;
      insert into withdrawal (account_id, id, uuid, state, version, amount_centavos, fee_fixed_centavos,
        fee_variable_centavos, net_centavos, pix_key, pix_key_type, hold_seq, created_at, updated_at)
      overriding system value
      values (for_account, new_id, new_uuid, 'requested', 1, gross, fee, 0, gross - fee, to_key, 'EMAIL', purse.seq + 1, at,
        at);
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      values (for_account, fact_uid, 'withdrawal.pending', 'WITHDRAWAL', 'withdrawal', new_id, 1, fact_body, at);
      insert into idempotency (account_id, route, key, ask_hash, status, answer, created_at, expires_at)
      values (for_account, asked_route, asked_key, asked_hash, 201, answer_body, at, at + interval '48 hours');
      return new_id;
    end
    $$`)
}
