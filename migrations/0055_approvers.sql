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

-- Owners are mailed who was invited, has joined or has another role, and of a change of rules that protects less. The kinds of mail
-- are the program's (src/mail/mail.ts): a list of them here would be another one to keep.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_form check (kind ~ '^[a-z]+(-[a-z]+)*$');

-- Down Migration
delete from mail where kind not in ('invitation', 'password-reset', 'password-changed');
alter table mail drop constraint mail_kind_form;
alter table mail add constraint mail_kind_check check (kind in ('invitation', 'password-reset', 'password-changed'));
drop trigger note_operator on iam."user";
drop function iam.note_operator();
alter table iam."user" drop column "operatorSince";
select keep_sealed('payout_rule', '{agreed_at}');
alter table payout_rule drop column agreed_at;
select keep_sealed('member', '{approves_at}');
alter table member drop column approves_at;
