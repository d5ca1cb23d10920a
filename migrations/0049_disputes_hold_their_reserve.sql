-- Up Migration

-- A dispute that was opened while its account owed let the debt have the reserve of its sale. From here on an open dispute holds
-- what it took of the reserve, and these never will: their share is what they do hold.
update dispute set reserve_centavos = coalesce((
    select held_centavos from claim
    where claim.account_id = dispute.account_id and claim.subject = 'dispute' and claim.subject_id = dispute.id
  ), 0), seal = default
where closed_at is null and reserve_centavos > coalesce((
    select held_centavos from claim
    where claim.account_id = dispute.account_id and claim.subject = 'dispute' and claim.subject_id = dispute.id
  ), 0);

-- Down Migration
