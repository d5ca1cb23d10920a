-- Up Migration

-- What a member of an account is written by mail. Without a row the defaults hold. It says nothing about money, and nothing about
-- who may do what.
create table mail_preference (
  account_id integer not null,
  user_id text not null,
  language text not null check (language in ('pt-BR', 'en')),
  money_in boolean not null,
  disputes boolean not null,
  failed_cashouts boolean not null,
  webhooks_switched_off boolean not null,
  updated_at timestamptz not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references member on delete cascade
);

-- The kinds that are known so far, and these.
do $$
declare
  kinds text;
begin
  select string_agg(distinct quote_literal(kind[1]), ', ') into kinds
  from (
    select regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') from pg_constraint
    where conname = 'mail_kind_check' and conrelid = 'mail'::regclass
    union all values (array['money-in']), (array['disputes']), (array['failed-cashouts']), (array['webhook-switched-off'])
  ) known(kind);
  alter table mail drop constraint mail_kind_check;
  execute format('alter table mail add constraint mail_kind_check check (kind in (%s))', kinds);
end $$;
