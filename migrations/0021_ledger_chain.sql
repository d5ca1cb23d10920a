-- Up Migration

-- Every transfer carries the hash of the one before it in its wallet and of everything that it says itself, with why money
-- is held where it opens a hold. The wallet holds the last one. Whoever changes, removes, adds or swaps an entry by hand
-- breaks the chain at that place; src/ledger/chain.ts makes the same hash in the memory of whoever writes a batch.

create function transfer_hash(
  previous bytea, account_id integer, seq bigint, kind text, debit text, credit text, amount_centavos bigint,
  available_after_centavos bigint, blocked_after_centavos bigint, forced boolean, hold_seq bigint, resolves_hold boolean,
  psp_account_id integer, subject text, subject_id bigint, created_at timestamptz, hold_reason text,
  release_at timestamptz
) returns bytea language sql stable as $$
  -- Every field has its place, also where it is absent. Moments are microseconds since 2000 as 64 bits in hexadecimal, which
  -- no setting of a session changes.
  select sha256(convert_to(concat_ws('|', encode(previous, 'hex'), account_id, seq, kind, debit, credit, amount_centavos,
    available_after_centavos, blocked_after_centavos, forced::text, coalesce(hold_seq::text, ''), resolves_hold::text,
    coalesce(psp_account_id::text, ''), subject, subject_id, encode(timestamptz_send(created_at), 'hex'),
    coalesce(hold_reason, ''), coalesce(encode(timestamptz_send(release_at), 'hex'), '')), 'UTF8'))
$$;

alter table wallet add column head bytea not null default decode(repeat('00', 32), 'hex')
  constraint wallet_head_is_a_hash check (octet_length(head) = 32);
alter table transfer add column hash bytea constraint transfer_hash_is_one check (octet_length(hash) = 32);

-- The entries that there are, as they stand.
alter table transfer disable trigger transfer_is_append_only;
do $$
declare
  entry record;
  account integer;
  link bytea;
begin
  for entry in
    select transfer.*, transfer.ctid as place, reason, release_at
    from transfer left join hold using (account_id, seq) order by account_id, seq
  loop
    if account is distinct from entry.account_id then
      update wallet set head = link where account_id = account;
      account := entry.account_id;
      link := decode(repeat('00', 32), 'hex');
    end if;
    link := transfer_hash(link, entry.account_id, entry.seq, entry.kind, entry.debit, entry.credit, entry.amount_centavos,
      entry.available_after_centavos, entry.blocked_after_centavos, entry.forced, entry.hold_seq, entry.resolves_hold,
      entry.psp_account_id, entry.subject, entry.subject_id, entry.created_at, entry.reason, entry.release_at);
    update transfer set hash = link where ctid = entry.place;
  end loop;
  update wallet set head = link where account_id = account;
end
$$;
alter table transfer enable trigger transfer_is_append_only;
alter table transfer alter column hash set not null;

-- Down Migration
alter table transfer drop column hash;
alter table wallet drop column head;
drop function transfer_hash;
