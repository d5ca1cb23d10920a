-- Up Migration

-- Which process works until when on rows of which queue. A row is leased by its due time: it is due again at `until`. So a
-- successor of a process that died finds exactly what that process held, and makes it due at once. `place` and `process` are those
-- of `sender`: a process is alive as long as it beats there.
create table lease (
  place text not null,
  process text not null,
  queue text not null,
  until timestamptz not null,
  primary key (place, process, queue, until)
);

-- Down Migration
drop table lease;
