// What a database says of itself that one has to know to bring a copy of it to life.
import sql from 'sql-template-tag'
import type { Queryable } from '../postgres.ts'

export interface ServerDescription {
  postgres: { major: number; version: string }
  database: { name: string; role: string }
  /** The newest migration, and how many there were. */
  schema: { newest: string; count: number }
}

export async function describeServer(db: Queryable): Promise<ServerDescription> {
  const [row] = await db.query<{
    number: number
    version: string
    name: string
    role: string
    newest: string
    count: number
  }>(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_database()::text as name, current_user::text as role,
      (select max(name)::text from migration) as newest, (select count(*)::int from migration) as count`)
  if (row === undefined) throw new Error('the server does not describe itself')
  const { number, version, name, role, newest, count } = row
  return {
    postgres: { major: Math.trunc(number / 10_000), version },
    database: { name, role },
    schema: { newest, count },
  }
}

/** Of the cluster, and of each copy of it. */
export async function findSystemIdentifier(db: Queryable): Promise<string> {
  const [row] = await db.query<{ identifier: string }>(
    sql`select system_identifier::text as identifier from pg_control_system()`,
  )
  if (row === undefined) throw new Error('the server does not say which one it is')
  return row.identifier
}
