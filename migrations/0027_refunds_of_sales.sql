-- Up Migration

-- Money of a paid sale that goes back to its buyer: because the seller asked for it, or `unasked`, because the PSP did it by
-- itself. The table was made for both (sale_id), beside returns of what no sale accepted.
alter table refund
  add column unasked boolean not null default false,
  -- the PSP's own word for why, where it acted by itself
  add column nature text,
  add column external_reference text,
  -- what holds the money while the refund is under way
  add column hold_seq bigint,
  -- what it took of the sale's reserve
  add column reserve_centavos bigint not null default 0 check (reserve_centavos >= 0),
  -- what of it a lost dispute has booked already
  add column disputed_centavos bigint not null default 0 check (disputed_centavos between 0 and amount_centavos),
  -- whether it gives back its share of the sale's fee, and what it gave
  add column returns_fee boolean not null default false,
  add column fee_returned_centavos bigint not null default 0 check (fee_returned_centavos >= 0),
  -- how often its end was told
  add column version integer not null default 0 check (version >= 0),
  add constraint refund_of_sale check (
    sale_id is not null or num_nonnulls(hold_seq, nature, external_reference) = 0 and not unasked and not returns_fee
      and reserve_centavos + disputed_centavos + fee_returned_centavos = 0 and version = 0
  ),
  add constraint refund_asked_is_held check (sale_id is null or unasked = (hold_seq is null)),
  -- An id that the PSP gave is unique within its Pix, and no further.
  drop constraint refund_account_id_psp_refund_id_key,
  add unique (account_id, psp_refund_id, end_to_end_id);
create index refund_by_sale on refund (account_id, sale_id, id) where sale_id is not null;
-- Across accounts: a PSP tells of what went back of a Pix, and knows nothing of accounts.
create index refund_by_pix on refund (end_to_end_id);
select keep_sealed('refund', '{due_at}');

-- Whether the fee of a sale goes back with what is refunded of it.
alter table account add column returns_fee_on_refund boolean not null default false;
select keep_sealed('account');

-- Forms are named by the features that tell facts.
alter table event
  drop constraint event_form_check,
  add constraint event_form_check check (form ~ '^[A-Z_]+$');

-- Down Migration
delete from delivery using event where event.account_id = delivery.account_id and event.id = delivery.event_id
  and event.form = 'REFUND';
delete from event where form = 'REFUND';
alter table event
  drop constraint event_form_check,
  add constraint event_form_check check (form in ('SALE', 'SALE_POSTBACK', 'WITHDRAWAL', 'TEST'));
alter table account drop column returns_fee_on_refund;
select keep_sealed('account');
drop index refund_by_sale, refund_by_pix;
alter table refund
  drop constraint refund_of_sale, drop constraint refund_asked_is_held,
  drop constraint refund_account_id_psp_refund_id_end_to_end_id_key,
  drop column unasked, drop column nature, drop column external_reference, drop column hold_seq,
  drop column reserve_centavos, drop column disputed_centavos, drop column returns_fee, drop column fee_returned_centavos,
  drop column version;
alter table refund add unique (account_id, psp_refund_id);
select keep_sealed('refund', '{due_at}');
