// Ids of persons are uuids, but tables that name other actors too keep them as text. A person is looked for by the uuid, which has an
// index; a text that is none is nobody's, and fails nothing.
import sql, { type Sql } from 'sql-template-tag'

export const personIdIn = (text: Sql): Sql => sql`
  case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`
