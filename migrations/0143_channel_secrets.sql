-- Up Migration
-- Expand

-- A new secret of a webhook for alerts: for a day it signs beside the old one, so that the receiver can learn it and loses nothing.
alter table alert_channel
  add column next_secret_sealed text,
  -- from when on it signs alone
  add column next_secret_from timestamptz,
  add constraint alert_channel_next_secret check (
    next_secret_sealed is null or next_secret_from is not null and kind = 'WEBHOOK'
  );

-- Down Migration

alter table alert_channel drop column next_secret_sealed, drop column next_secret_from;
