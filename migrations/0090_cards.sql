-- Up Migration

-- Whether cards are taken at this PSP account, and at which PSP account those of an account are; null: it sells by none.
alter table psp_account add column card_enabled boolean not null default false;
select keep_sealed('psp_account');

alter table account add column card_psp_account_id integer references psp_account;
select keep_sealed('account');

-- What is known of a card: a token of the PSP's as long as it may still be tried, its last digits and its brand. Never a number.
alter table charge
  add column token_sealed text check (length(token_sealed) between 1 and 2048),
  add column last_four text check (last_four ~ '^[0-9]{4}$'),
  add column brand text check (brand in ('visa', 'mastercard', 'amex', 'elo', 'hipercard')),
  add column decline json,
  add constraint charge_of_card check (method = 'card' or num_nonnulls(token_sealed, last_four, brand) = 0 and decline is null),
  add constraint charge_token check (token_sealed is null or state in ('OPENING', 'PAYING'));
select keep_sealed('charge', '{due_at,lookups}');

-- Down Migration

alter table charge drop constraint charge_token, drop constraint charge_of_card, drop column token_sealed, drop column last_four,
  drop column brand, drop column decline;
select keep_sealed('charge', '{due_at,lookups}');
alter table account drop column card_psp_account_id;
select keep_sealed('account');
alter table psp_account drop column card_enabled;
select keep_sealed('psp_account');
