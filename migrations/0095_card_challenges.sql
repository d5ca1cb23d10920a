-- Up Migration

-- A cardholder who has to authenticate does so on a page of the PSP's, and comes back to an address of the seller's page.
alter table charge
  add column challenge_url text check (length(challenge_url) between 1 and 2048),
  add column return_url text check (length(return_url) between 1 and 2048),
  add constraint charge_challenge check (
    method = 'card' and (challenge_url is null or state = 'PAYING') or num_nonnulls(challenge_url, return_url) = 0);
select keep_sealed('charge', '{due_at,lookups}');

-- Down Migration

alter table charge drop constraint charge_challenge, drop column challenge_url, drop column return_url;
select keep_sealed('charge', '{due_at,lookups}');
