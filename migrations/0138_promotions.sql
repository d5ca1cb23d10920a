-- Up Migration
-- Expand

-- A standby that is promoted may lack what its primary had committed last, and the gateway has to notice.
-- The number of the server's history (PostgreSQL's timeline) when the heartbeat was last raised, which each promotion makes higher, and whether
-- commits waited for a standby then. Null: not known.
alter table house add column timeline integer, add column synchronous boolean;
