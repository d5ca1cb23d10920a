-- Up Migration

-- Notices are numbered with the events, so that one settled number says of both that nothing below it is still to come. Later
-- ones have to stand behind those that are there. The numbers only ever leap ahead, and far: a gateway of before may be giving
-- some at this moment, and none may be given twice.
alter table notice alter column id drop identity;
select setval('event_id', latest + 100000) from event_id, (select max(id) as latest from notice) given
where latest >= last_value;
alter table notice alter column id set default nextval('event_id');
