-- Up Migration

-- Which code can run with the schema that a migration leaves, as its file says: 'any', or the name of the migration that such code knows.
-- An older version has not got the file and reads it here. Null: only code that knows this migration. So it is with this one too, since code
-- from before it refuses every migration that it does not know.
alter table migration add column runs_with text;
