-- Up Migration

-- From when on a member approves and agrees: a day after they joined, or were given a role that approves, so that whoever holds an
-- owner's session alone cannot make the second person. Founders approve at once. Who is inserted without a word never does.
alter table member add column approves_at timestamptz not null default 'infinity';
update member set approves_at = created_at, seal = default;
select keep_sealed('member');

-- When each of agreed_by agreed, in the same order.
alter table payout_rule add column agreed_at timestamptz[] not null default '{}';
update payout_rule set agreed_at = array_fill(proposed_at, array[cardinality(agreed_by)]), seal = default
where cardinality(agreed_by) > 0;
alter table payout_rule add check (cardinality(agreed_at) = cardinality(agreed_by));
select keep_sealed('payout_rule');

-- Since when a person is an operator; null: they were the first one, or it was before this was written down. However they became
-- one: a trigger writes it.
alter table iam."user" add column "operatorSince" timestamptz;
create function iam.note_operator() returns trigger language plpgsql as $$
begin
  if not new.operator then
    new."operatorSince" := null;
  elsif tg_op = 'INSERT' or not old.operator then
    if exists (select from iam."user" other where other.operator and other.id <> new.id) then
      new."operatorSince" := coalesce(new."operatorSince", now());
    end if;
  end if;
  return new;
end
$$;
create trigger note_operator before insert or update of operator on iam."user"
for each row execute function iam.note_operator();

-- Owners are mailed who was invited, has joined or has another role, and of a change of rules that protects less: the kinds of mail
-- that are known so far, and these.
do $$
declare
  kinds text;
begin
  select string_agg(distinct quote_literal(kind[1]), ', ') into kinds
  from (
    select regexp_matches(pg_get_constraintdef(oid), '''([a-z-]+)''', 'g') from pg_constraint
    where conname = 'mail_kind_check' and conrelid = 'mail'::regclass
    union all values (array['team-change']), (array['rule-change'])
  ) known(kind);
  alter table mail drop constraint mail_kind_check;
  execute format('alter table mail add constraint mail_kind_check check (kind in (%s))', kinds);
end $$;
