-- Up Migration

-- In which order people have decided, and what had come back of the payout by then. Given under the cashout's lock: the
-- clock may have been put back in between.
create sequence anomaly_decision;
alter table anomaly
  add column decision_number bigint,
  add column decision_back_centavos bigint;

update anomaly set decision_number = numbered.number, decision_back_centavos = numbered.back
from (
  select account_id, id, row_number() over (order by decided_at, id) as number,
    (select coalesce(sum(amount_centavos), 0) from payout_return
      where payout_return.account_id = anomaly.account_id and withdrawal_id = subject_id
        and payout_return.created_at <= decided_at) as back
  from anomaly where decided_at is not null
) numbered
where anomaly.account_id = numbered.account_id and anomaly.id = numbered.id;
select setval('anomaly_decision', max(decision_number)) from anomaly having max(decision_number) is not null;

alter table anomaly add constraint anomaly_decision_numbered
  check (num_nonnulls(decided_at, decision_number, decision_back_centavos) in (0, 3));

-- From which number on facts have found a webhook as it is set now: a number among theirs, whatever the clock said.
alter table webhook add column told_from bigint not null default nextval('event_id');

-- Postbacks have no webhook by which their log could be read in order.
create index attempt_of_postback on attempt (account_id, event_id, delivery_id, n) where webhook_id is null;

-- Down Migration
drop index attempt_of_postback;
alter table webhook drop column told_from;
alter table anomaly drop column decision_number, drop column decision_back_centavos;
drop sequence anomaly_decision;
