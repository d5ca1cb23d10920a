-- Up Migration

-- As people write names when they look for them: in small letters, without accents. The database need not know the language. Most
-- names have no accents, and to look for some costs five times as much.
create function folded(text) returns text immutable parallel safe language sql as $$
  select case when octet_length($1) = length($1) then lower($1) else lower(translate($1, 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ',
    'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy')) end
$$;

-- A PIX key without its punctuation, however it was written when the cashout was asked for.
create function bare_key(text) returns text immutable parallel safe language sql as $$
  select lower(translate($1, ' ().+/-', ''))
$$;

-- What is looked for long after it was paid. Each row gets its entry when it is settled, once: a sale changes its state two or three
-- times before, and what has not been paid is looked for among the newest.
create index sale_by_customer_name on sale (account_id, folded(customer_name) text_pattern_ops)
  where completed_at is not null;
create index withdrawal_by_key on withdrawal (account_id, bare_key(pix_key)) where state = 'settled';
create index receipt_by_payer on receipt (account_id, payer_document, id) where payer_document <> '';

-- Down Migration
drop index sale_by_customer_name, withdrawal_by_key, receipt_by_payer;
drop function folded, bare_key;
