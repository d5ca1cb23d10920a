-- Up Migration

-- Where a PSP account makes charges by boleto: an API of its own beside that of its Pix, with the same client. An address that is changed
-- sends buyers' data elsewhere, so both columns are sealed.
alter table psp_account
  -- null: it makes none
  add column collect_base_url text check (collect_base_url <> ''),
  -- whether its boletos have a Pix code too, as the account is set up at the PSP
  add column bolepix boolean not null default false;

select keep_sealed('psp_account');

-- Down Migration

alter table psp_account drop column collect_base_url, drop column bolepix;

select keep_sealed('psp_account');
