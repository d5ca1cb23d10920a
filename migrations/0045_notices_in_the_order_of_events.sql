-- Up Migration

-- Notices are numbered with the events, so that one settled number says of both that nothing below it is still to come. Later
-- ones have to stand behind those that are there.
alter table notice alter column id drop identity;
select setval('event_id', greatest(last_value, (select max(id) from notice)), is_called or exists (select from notice))
  from event_id;
alter table notice alter column id set default nextval('event_id');
