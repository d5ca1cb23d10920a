-- Up Migration

-- Events that a person or a program had sent again: listeners of the account get them once more. Numbered with the events, so that one
-- settled number says of both that nothing below it is still to come. They go with the days of their events.
create table event_resend (
  account_id integer not null,
  id bigint not null default nextval('event_id'),
  event_id bigint not null,
  event_created_at timestamptz not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index event_resend_by_age on event_resend (created_at);

-- Down Migration

drop table event_resend;
