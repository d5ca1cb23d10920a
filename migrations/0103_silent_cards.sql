-- Up Migration

-- Cards that were approved and not settled, by when they were last heard of: those that are silent for long are looked up.
create index charge_silent on charge (psp_account_id, updated_at) where method = 'card' and reported_state = 'approved';

-- Down Migration

drop index charge_silent;
