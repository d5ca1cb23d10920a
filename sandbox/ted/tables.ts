// The table of TEDs that arrived. A row is never changed.
export const TED_TABLES = `
create table if not exists ted (
  id text primary key,
  amount integer not null,
  received_at integer not null,
  message text,
  payer_name text not null,
  payer_document text not null
) strict;`
