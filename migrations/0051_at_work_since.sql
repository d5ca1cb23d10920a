-- Up Migration

-- Since when the house has been at work without a gap, as its pulse shows. After an outage, or while it is in recovery, what fell due
-- meanwhile is not worked off yet, and nobody may call it forgotten.
alter table house add column at_work_since timestamptz;

-- Down Migration
alter table house drop column at_work_since;
