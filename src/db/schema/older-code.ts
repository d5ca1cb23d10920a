// Which code may run with a schema: every migration says in its head what it asks of older code, and the database keeps it, since an older
// version has not got the file. So a version goes back to the one before without a restore, as long as what lies between only adds.
import sql from 'sql-template-tag'
import { StartProblem } from '#kernel/start-problem.ts'
import type { Queryable } from '../postgres.ts'
import { ANY_CODE, declarationIn } from './declaration.ts'
import { MIGRATIONS, namesIn, textOf } from './files.ts'

type Reader = Pick<Queryable, 'query'>

/**
 * Before anything is read or written by a program that is older than the schema. Answers the newest migration that it does not know and can
 * run with; null: it knows them all.
 */
export async function refuseNewerSchema(db: Reader, dir = MIGRATIONS): Promise<string | null> {
  const [table] = await db.query<{ exists: boolean }>(sql`select to_regclass('migration') is not null as exists`)
  if (table?.exists !== true) return null
  const known = namesIn(dir)
  // Read without naming the column, which the schema of an early version has not got.
  const unknown = await db.query<{ name: string; runsWith: string | null }>(sql`
    select name, to_jsonb(migration) ->> 'runs_with' as "runsWith" from migration
    where name <> all(${known}::text[]) order by name desc`)
  const refusing = unknown.find(({ runsWith }) => runsWith !== ANY_CODE && !known.includes(runsWith ?? ''))
  if (refusing === undefined) return unknown[0]?.name ?? null
  throw new StartProblem(
    `This database was brought forward by a later version of Porteira: it has the migration ${refusing.name}, which this version does not know ` +
      'and cannot run with. Start that version or a later one, or restore a backup from before the update.',
  )
}

/** What each applied migration says of older code; said again at each start, so that one that was ended in between leaves no gap. */
export async function recordDeclarations(db: Reader, dir = MIGRATIONS): Promise<void> {
  const [column] = await db.query<{ exists: boolean }>(sql`
    select exists (select from pg_attribute where attrelid = to_regclass('migration') and attname = 'runs_with') as exists`)
  if (column?.exists !== true) return
  const names = namesIn(dir)
  const runsWith = names.map(name => declarationIn(textOf(dir, name))?.runsWith ?? null)
  await db.query(sql`
    update migration set runs_with = declared.runs_with
    from unnest(${names}::text[], ${runsWith}::text[]) as declared (name, runs_with)
    where migration.name = declared.name and migration.runs_with is distinct from declared.runs_with`)
}
