-- Up Migration

-- Beside the ledger every row carries a seal: the SHA-256 of what it says. A row is sealed when it is written, and anew by an
-- update that says `seal = default`, as all of the house's own do. Whoever changes a value by hand and does not know of this
-- leaves a seal that no longer fits, and the doctor names the row.

-- A row that is inserted with a seal keeps it: that is one which was moved to another day of the facts by hand.

-- Gives a table its seal, or another one when its columns have changed: called again by the migration that changes them.
-- What `unsealed` names may change without it. Then `seal_of(row)` is the seal that a row should have. What did not fit before
-- is not made to fit: it is left without a seal. To drop a column, name it here as unsealed first.
create function keep_sealed(sealed regclass, unsealed text[] default '{}') returns void language plpgsql as $$
declare
  was_sealed boolean := exists (
    select from pg_attribute where attrelid = sealed and attname = 'seal' and not attisdropped);
  -- The server's own binary form, which tells null from empty and where each value ends, and which no setting of a session
  -- changes but that of its encoding: moments are microseconds, whatever the time zone.
  formula text := (
    select 'sha256(record_send(row(' || string_agg(format('%%1$s.%I', attname), ', ' order by attnum) || ')))'
    from pg_attribute
    where attrelid = sealed and attnum > 0 and not attisdropped and attname <> all(unsealed || '{seal}'::text[]));
begin
  if was_sealed then
    execute format('drop trigger is_sealed on %s', sealed);
    begin
      execute format('update %1$s set seal = null where seal is distinct from seal_of(%1$s)', sealed);
    exception when undefined_column then
      -- One of the sealed columns is gone already, so that nobody can tell any more what fitted.
      null;
    end;
  else
    execute format('alter table %s add column seal bytea', sealed);
  end if;
  execute format('create or replace function seal_of(%s) returns bytea language sql stable parallel safe as %L',
    sealed, 'select ' || format(formula, '$1'));
  execute format('create or replace function %I() returns trigger language plpgsql as %L', 'seal_' || sealed,
    'begin if tg_op = ''UPDATE'' or new.seal is null then new.seal := ' || format(formula, 'new')
      || '; end if; return new; end');
  execute format('update %1$s set seal = seal_of(%1$s) %2$s', sealed, case when was_sealed then 'where seal is not null' end);
  execute format('create trigger is_sealed before insert or update of seal on %s for each row execute function %I()',
    sealed, 'seal_' || sealed);
end
$$;

-- How many items were sold, so that one that is gone is missed.
alter table sale add column item_count integer;
update sale set item_count = (
  select count(*) from sale_item where sale_item.account_id = sale.account_id and sale_id = sale.id);
alter table sale alter column item_count set not null;

-- Not sealed are: when a row is looked at next (due_at, busy_until), because the house takes and gives back rows by it all the
-- time, and it moves no more than a moment; how often a callback has come (seen), which is counted with the row left as it is;
-- and when a key was last used.
select keep_sealed('sale', '{due_at}');
select keep_sealed('sale_item');
select keep_sealed('receipt');
select keep_sealed('refund', '{due_at}');
select keep_sealed('withdrawal', '{due_at}');
select keep_sealed('payout_attempt');
select keep_sealed('payout_return');
select keep_sealed('anomaly');
select keep_sealed('idempotency', '{busy_until}');
select keep_sealed('account');
select keep_sealed('member');
select keep_sealed('api_key', '{last_used_at}');
select keep_sealed('psp_account');
select keep_sealed('psp_inbox', '{due_at,seen}');
alter table event disable trigger event_is_append_only;
select keep_sealed('event');
alter table event enable trigger event_is_append_only;

-- Down Migration
do $$
declare
  sealed text;
begin
  foreach sealed in array array['sale', 'sale_item', 'receipt', 'refund', 'withdrawal', 'payout_attempt', 'payout_return',
    'anomaly', 'idempotency', 'account', 'member', 'api_key', 'psp_account', 'psp_inbox', 'event'] loop
    execute format('drop trigger is_sealed on %1$I; drop function seal_%1$I(), seal_of(%1$I); alter table %1$I drop column seal',
      sealed);
  end loop;
end
$$;
drop function keep_sealed;
alter table sale drop column item_count;
