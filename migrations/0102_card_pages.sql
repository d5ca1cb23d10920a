-- Up Migration

-- A card that is paid on the PSP's own page: where that page is, as long as a buyer may be sent there. In how many parts is chosen there.
alter table charge
  add column on_page boolean not null default false,
  add column page_url text check (length(page_url) between 1 and 2048),
  add constraint charge_page check (
    (method = 'card' or not on_page) and (page_url is null or on_page and state = 'PAYING') and (not on_page or token_sealed is null));
select keep_sealed('charge', '{due_at,lookups,live_number}');

-- Down Migration

alter table charge drop constraint charge_page, drop column on_page, drop column page_url;
select keep_sealed('charge', '{due_at,lookups,live_number}');
