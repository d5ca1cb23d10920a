// The bank's tables. Money is whole centavos, time is milliseconds of the bank's clock. What is owed to the future (a
// settlement, a callback) is a row with due_at, so that a killed process forgets nothing.

import { ACQUIRER_TABLES } from '../acquirer/tables.ts'
import { CARD_TABLE_NAMES, CARD_TABLES } from '../card/tables.ts'
import { TED_TABLES } from '../ted/tables.ts'

export const SCHEMA_VERSION = 7

/** What a reset empties: the money, its history and the faults. Clients' tokens and registered callback addresses stay. */
export const EMPTIED_BY_RESET = [
  'fault',
  'callback_fate',
  'callback_after',
  'callback',
  'task',
  'lost_request',
  'payout_return',
  'payout',
  'infracao',
  'devolucao',
  'pix',
  'cobv_revision',
  'cobv',
  'cob_revision',
  'cob',
  'location',
  'tentativa',
  'cobr',
  'solicrec',
  'rec',
  'location_rec',
  ...CARD_TABLE_NAMES,
  'charge_notice',
  'charge_entry',
  'charge_payment',
  'charge',
  'ted',
  'entry',
  'account',
] as const

export const SCHEMA = `${ACQUIRER_TABLES}${TED_TABLES}${CARD_TABLES}
create table if not exists setting (name text primary key, value text not null) strict;

create table if not exists token (
  hash text primary key,
  scope text not null,
  expires_at integer not null
) strict;

create table if not exists account (id integer primary key check (id = 1), balance integer not null) strict;
create table if not exists entry (
  id integer primary key,
  at integer not null,
  amount integer not null check (amount <> 0),
  reason text not null,
  reference text not null
) strict;
create index if not exists entry_reference on entry (reference);

create table if not exists location (
  id integer primary key,
  address text not null unique,
  created_at integer not null
) strict;
create table if not exists cob (
  txid text primary key,
  location_id integer not null unique references location (id),
  created_at integer not null,
  status text not null check (status in ('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR')),
  revisao integer not null,
  cpf text,
  cnpj text,
  document text not null
) strict;
create index if not exists cob_created_at on cob (created_at, txid);
create table if not exists cob_revision (
  txid text not null references cob (txid),
  revisao integer not null,
  status text not null,
  document text not null,
  primary key (txid, revisao)
) strict;

create table if not exists cobv (
  txid text primary key,
  location_id integer not null unique references location (id),
  created_at integer not null,
  status text not null check (status in ('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR')),
  revisao integer not null,
  cpf text,
  cnpj text,
  document text not null
) strict;
create index if not exists cobv_created_at on cobv (created_at, txid);
create table if not exists cobv_revision (
  txid text not null references cobv (txid),
  revisao integer not null,
  status text not null,
  document text not null,
  primary key (txid, revisao)
) strict;

create table if not exists pix (
  end_to_end_id text primary key,
  txid text,
  chave text not null,
  amount integer not null check (amount > 0),
  received_at integer not null,
  info text,
  payer_name text not null,
  payer_document text not null
) strict;
create index if not exists pix_received_at on pix (received_at, end_to_end_id);
create index if not exists pix_txid on pix (txid);
create table if not exists devolucao (
  end_to_end_id text not null references pix (end_to_end_id),
  id text not null,
  rtr_id text not null unique,
  amount integer not null check (amount > 0),
  natureza text not null,
  descricao text,
  requested_at integer not null,
  settled_at integer,
  status text not null check (status in ('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
  motivo text,
  primary key (end_to_end_id, id)
) strict;

create table if not exists infracao (
  id text primary key,
  protocolo text not null,
  end_to_end_id text not null,
  amount integer not null check (amount > 0),
  razao text not null,
  status text not null check (status in ('ABERTA', 'EM_DEFESA', 'ACEITA', 'REJEITADA', 'CANCELADA_EFI')),
  opened_at integer not null,
  deadline_at integer not null,
  defesa text,
  defended_at integer,
  ended_at integer
) strict;
create index if not exists infracao_opened_at on infracao (opened_at);

create table if not exists webhook (chave text primary key, url text not null, created_at integer not null) strict;

create table if not exists receiver_webhook (
  topic text primary key check (topic in ('rec', 'cobr')),
  url text not null,
  created_at integer not null
) strict;

create table if not exists location_rec (
  id integer primary key,
  address text not null unique,
  created_at integer not null
) strict;
create table if not exists rec (
  id_rec text primary key,
  location_id integer unique references location_rec (id),
  created_at integer not null,
  status text not null check (status in ('CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA')),
  cpf text,
  cnpj text,
  convenio text,
  ends_on text,
  payer_document text,
  document text not null,
  progress text not null
) strict;
create index if not exists rec_created_at on rec (created_at, id_rec);

create table if not exists solicrec (
  id text primary key,
  id_rec text not null references rec (id_rec),
  created_at integer not null,
  expires_at integer not null,
  status text not null,
  payer_document text not null,
  document text not null,
  history text not null
) strict;
create index if not exists solicrec_of_rec on solicrec (id_rec);
create index if not exists solicrec_of_person on solicrec (payer_document, status);

create table if not exists cobr (
  txid text primary key,
  id_rec text not null references rec (id_rec),
  created_at integer not null,
  status text not null check (status in ('CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA')),
  cycle integer not null,
  document text not null,
  progress text not null
) strict;
create index if not exists cobr_created_at on cobr (created_at, txid);
create index if not exists cobr_of_rec on cobr (id_rec, cycle);
create table if not exists tentativa (
  txid text not null references cobr (txid),
  n integer not null,
  settles_on text not null,
  kind text not null check (kind in ('AGND', 'NTAG', 'RIFL')),
  end_to_end_id text not null unique,
  status text not null,
  rejection text,
  history text not null,
  primary key (txid, n)
) strict;

create table if not exists payout (
  end_to_end_id text primary key,
  id_envio text not null unique,
  amount integer not null check (amount > 0),
  chave text not null,
  favorecido_chave text not null,
  favorecido_document text,
  info text,
  fate text not null,
  requested_at integer not null,
  settled_at integer,
  hidden_until integer not null,
  status text not null check (status in ('EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO')),
  error text
) strict;
create index if not exists payout_requested_at on payout (requested_at, end_to_end_id);
create table if not exists payout_return (
  rtr_id text primary key,
  end_to_end_id text not null references payout (end_to_end_id),
  amount integer not null check (amount > 0),
  returned_at integer not null
) strict;
create index if not exists payout_return_of on payout_return (end_to_end_id);
create table if not exists lost_request (id_envio text primary key) strict;

create table if not exists task (
  id integer primary key autoincrement,
  kind text not null,
  subject text not null,
  detail text not null,
  due_at integer not null
) strict;
create index if not exists task_due_at on task (due_at, id);
create table if not exists callback (
  id integer primary key autoincrement,
  chave text not null,
  body text not null,
  due_at integer not null,
  attempts integer not null default 0,
  closed_at integer,
  last_answer text
) strict;
create index if not exists callback_due_at on callback (due_at, id) where closed_at is null;
create table if not exists callback_after (
  callback_id integer primary key,
  after_id integer not null
) strict;
create table if not exists callback_fate (
  subject text primary key,
  fate text not null check (fate in ('dropCallback', 'duplicate', 'reorder')),
  delay_ms integer not null,
  held_id integer
) strict;

create table if not exists fault (
  id integer primary key autoincrement,
  asked text not null,
  fate text not null,
  times integer not null check (times > 0),
  delay_ms integer not null,
  executed integer not null check (executed in (0, 1))
) strict;
`
