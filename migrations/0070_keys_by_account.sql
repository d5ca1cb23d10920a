-- Up Migration

-- Tables with an account_id can be spread over several servers by it. A server that has the rows of some accounts only can promise
-- that something is unique among them, and nothing about the others: every key begins with the account from here on.

-- Ids come from a sequence, uuids, keys and tokens from chance. They are unique by how they are made, and only looked up here.
drop index dispute_by_id, dispute_by_uuid, proposal_by_id, hold_order_by_id, reconciliation_case_by_uuid;
create index dispute_by_id on dispute (id);
create index dispute_by_uuid on dispute (uuid);
create index proposal_by_id on proposal (id);
create index hold_order_by_id on hold_order (id);
create index reconciliation_case_by_uuid on reconciliation_case (uuid);
alter table api_key drop constraint api_key_public_key_key;
create index api_key_by_public_key on api_key (public_key);
alter table invitation drop constraint invitation_uuid_key, drop constraint invitation_token_hash_key;
create index invitation_by_uuid on invitation (uuid);
create index invitation_by_token_hash on invitation (token_hash);
alter table support_view drop constraint support_view_id_key;
create index support_view_by_id on support_view (id);

-- A correction belongs to the account whose money it moves, which may be another than that of its case. That each case is corrected
-- once is decided under the lock of the case, and the doctor counts the corrections of each.
alter table correction drop constraint correction_case_id_key, drop constraint correction_case_id_fkey;
create index correction_of_case on correction (case_id);
drop index reconciliation_case_by_id;
create index reconciliation_case_by_id on reconciliation_case (id);

-- Unique in their account by the index, and among all accounts by a lock: of the PSP's dispute, of the PSP account's cases, of the
-- session. The second index finds them.
drop index dispute_once, reconciliation_case_once, support_view_open;
create unique index dispute_once on dispute (account_id, psp_account_id, psp_dispute_id);
create index dispute_by_psp_id on dispute (psp_account_id, psp_dispute_id);
create unique index reconciliation_case_once
  on reconciliation_case (account_id, psp_account_id, list, entry_id, kind, facts_hash);
create index reconciliation_case_by_entry on reconciliation_case (psp_account_id, list, entry_id);
create unique index support_view_open on support_view (account_id, session_id) where ended_at is null;
create index support_view_open_by_session on support_view (session_id) where ended_at is null;

-- Down Migration
drop index dispute_once, dispute_by_psp_id, reconciliation_case_once, reconciliation_case_by_entry, support_view_open,
  support_view_open_by_session, correction_of_case, support_view_by_id, invitation_by_uuid, invitation_by_token_hash,
  api_key_by_public_key, dispute_by_id, dispute_by_uuid, proposal_by_id, hold_order_by_id, reconciliation_case_by_id,
  reconciliation_case_by_uuid;
create unique index dispute_by_id on dispute (id);
create unique index dispute_by_uuid on dispute (uuid);
create unique index proposal_by_id on proposal (id);
create unique index hold_order_by_id on hold_order (id);
create unique index reconciliation_case_by_id on reconciliation_case (id);
create unique index reconciliation_case_by_uuid on reconciliation_case (uuid);
alter table api_key add unique (public_key);
alter table invitation add unique (uuid), add unique (token_hash);
alter table support_view add unique (id);
alter table correction add unique (case_id), add foreign key (case_id) references reconciliation_case (id);
create unique index dispute_once on dispute (psp_account_id, psp_dispute_id);
create unique index reconciliation_case_once
  on reconciliation_case (psp_account_id, list, entry_id, kind, facts_hash);
create unique index support_view_open on support_view (session_id) where ended_at is null;
