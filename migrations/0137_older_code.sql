-- Up Migration
-- Expand

-- Which code can run with the schema that a migration leaves, as its file says: 'any', or the name of the migration that such code knows.
-- An older version has not got the file and reads it here. Null: only code that knows this migration.
alter table migration add column runs_with text;
