-- Up Migration

-- The owners of an account are mailed that it takes no card for a while: the kinds of mail that are known so far, and this one.
do $$
declare
  kinds text;
begin
  select string_agg(distinct quote_literal(kind[1]), ', ') into kinds
  from (
    select regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') from pg_constraint
    where conname = 'mail_kind_check' and conrelid = 'mail'::regclass
    union all values (array['cards-off'])
  ) known(kind);
  alter table mail drop constraint mail_kind_check;
  execute format('alter table mail add constraint mail_kind_check check (kind in (%s))', kinds);
end $$;
