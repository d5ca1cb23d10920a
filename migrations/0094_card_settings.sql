-- Up Migration

-- How cards are taken at a PSP account, beside whether they are. Where a buyer types the number decides who sees it, so all of this is sealed.
alter table psp_account
  add column debit_enabled boolean not null default false,
  -- on the PSP's page in a frame, by the PSP's script on a page of its own host, or on the PSP's page altogether
  add column card_entry text not null default 'redirect' check (card_entry in ('frame', 'script', 'redirect')),
  -- of the PSP's pages for cards: nothing else is framed, and buyers who have to authenticate are sent nowhere else
  add column card_entry_origin text check (card_entry_origin ~ '^https?://[^/?#@]+$'),
  -- when the PSP pays, which is its agreement with the operator; null: on the days on which sellers get it
  add column card_settlement jsonb,
  add constraint psp_account_card_frame check (card_entry <> 'frame' or card_entry_origin is not null);
select keep_sealed('psp_account');

-- Down Migration

alter table psp_account drop constraint psp_account_card_frame, drop column debit_enabled, drop column card_entry,
  drop column card_entry_origin, drop column card_settlement;
select keep_sealed('psp_account');
