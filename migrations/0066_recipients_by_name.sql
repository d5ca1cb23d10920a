-- Up Migration

-- People remember whom they paid. Names are looked for by how they begin; each row is written once.
create index payout_recipient_by_name on payout_recipient (account_id, folded(name) text_pattern_ops);

-- Down Migration
drop index payout_recipient_by_name;
