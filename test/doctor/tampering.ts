// Changing stored values by SQL, as a role with the owner's rights can: every column in the catalogue, to another value of its type,
// without the constraints that would refuse it; and the way back.
import pg from 'pg'
import type { Connection } from '#db/postgres.ts'
import { until } from '../until.ts'

export interface Column {
  table: string
  column: string
  type: string
  isKey: boolean
  nullable: boolean
}

/** One changed value: the row, before and after. */
export interface Tampering {
  table: string
  column: string
  accounts: number[]
  /** What names the row in a finding: the key before, and after. */
  keys: string[]
  from: string | null
  to: string | null
}

const KEYS: Record<string, string[]> = {
  transfer: ['seq'],
  hold: ['seq'],
  wallet: [],
  idempotency: ['route', 'key'],
  payout_attempt: ['payout_id'],
  payout_return: ['rtr_id'],
  member: ['user_id'],
  dispute_defence: ['dispute_id'],
  psp_inbox: ['psp_account_id', 'id'],
  movement: ['psp_account_id', 'id'],
  bank_transfer: ['sale_id'],
  balance_news: ['version'],
  day_close: ['day'],
  day_figure: ['day'],
  payout_rule: ['account_id'],
  look: ['account_id'],
  payout_wait: ['withdrawal_id'],
  payout_recipient: ['withdrawal_id'],
  payout_approval: ['by_kind', 'by_id'],
  debit_try: ['debit_id', 'n'],
  charge: ['sale_id'],
  monitoring_evidence: ['case_id', 'seq'],
  monitoring_rule: ['rule'],
}

/** Whose a row is, where it does not say so in account_id. */
const WHOSE: Record<string, string> = {
  account: 'id',
  psp_account: 'coalesce(owner_account_id, 1000)',
  psp_inbox: '1000::int',
  movement: '1000::int',
  day_close: '1000::int',
  monitoring_rule: '1000::int',
}

const whoseOf = (table: string) => WHOSE[table] ?? 'account_id'
const keyOf = (table: string): string[] => KEYS[table] ?? ['id']

export interface Hand extends AsyncDisposable {
  columns(tables: readonly string[]): Promise<Column[]>
  rows(table: string, where?: string): Promise<string[]>
  /** Changes the value of the row at this place to the first of `others` that differs; null where none can be stored. */
  tamper(column: Column, place: string, others: readonly string[]): Promise<Tampering | null>
  /** Changes the one row that is named so, with a hash that fits what it says then. */
  change(table: string, where: string, set: string): Promise<void>
  /** Deletes the row at this place, and answers its name. */
  remove(table: string, place: string): Promise<string>
  /** Undoes every change that was made. */
  undo(): Promise<void>
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** What the gateway reads at the moment may want the tables in another order. */
async function didUnlessDeadlocked(client: pg.Client, statement: string): Promise<true | null> {
  try {
    await client.query(statement)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01') throw error
    return null
  }
}

/** Constraints, foreign keys and what refuses a change are gone for good in this database; primary keys and row hashes stay. */
export async function openHand(connection: Connection): Promise<Hand> {
  const client = new pg.Client(connection)
  await client.connect()
  const done = (statement: string) => until(() => didUnlessDeadlocked(client, statement), statement)
  for (const table of ['transfer', 'event', 'monitoring_decision', 'monitoring_evidence'])
    await done(`alter table ${table} disable trigger ${table}_is_append_only`)
  await done('alter table transfer disable trigger transfer_is_of_an_open_day')
  await done('alter table monitoring_case disable trigger monitoring_case_is_kept')
  const { rows: constraints } = await client.query(`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement
    from pg_constraint where contype in ('c', 'f', 'u') and connamespace = 'public'::regnamespace and conparentid = 0
      and coninhcount = 0`)
  for (const { statement } of constraints) await done(statement)
  const { rows: indexes } = await client.query(`
    select format('drop index %s', indexrelid::regclass) as statement from pg_index
    where indisunique and not indisprimary and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`)
  for (const { statement } of indexes) await done(statement)
  const { rows: numbers } = await client.query(`
    select format('alter table %I alter column %I drop identity', table_name, column_name) as statement
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`)
  for (const { statement } of numbers) await done(statement)

  const ways: string[] = []
  /** The statement that puts the row there as it is now. */
  const wayBack = async (table: string, place: string) => {
    // As the text of a row, in which also json stays as it was written.
    const { rows } = await client.query(`select t::text as row from ${table} t where ${whereIs(place)}`)
    return `insert into ${table} overriding system value
      select (kept.row).* from (select '${rows[0].row.replaceAll("'", "''")}'::${table} as row) kept`
  }
  return {
    query: (text, values) => client.query(text, values),
    async columns(tables) {
      const { rows } = await client.query<Column>(
        `select table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as nullable,
          exists (select from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
            where indrelid = table_name::regclass and indisprimary and attname = column_name) as "isKey"
        from information_schema.columns where table_schema = 'public' and table_name = any($1) and column_name <> 'seal'
        order by array_position($1, table_name::text), ordinal_position`,
        [tables],
      )
      return rows
    },
    async rows(table, where = 'true') {
      const { rows } = await client.query(
        `select tableoid || ' ' || ctid as place from ${table} where ${where}
          order by ${[whoseOf(table), ...keyOf(table)].join(', ')}`,
      )
      return rows.map(({ place }) => place)
    },
    async tamper({ table, column }, place, others) {
      const read = async (at: string) => {
        const { rows } = await client.query(`
          select ${whoseOf(table)} as account_id, concat_ws(' ', ${keyOf(table).join(', ') || "''"}) as key, ${column}::text as value
          from ${table} where ${whereIs(at)}`)
        return rows[0]
      }
      const before = await read(place)
      const back = await wayBack(table, place)
      for (const other of others) {
        const { rows } = await client
          .query(
            `update ${table} set ${column} = ${other} where ${whereIs(place)} and (${other})::text is distinct from ${column}::text
              returning tableoid || ' ' || ctid as place`,
          )
          .catch(() => ({ rows: [] }))
        if (rows[0] === undefined) continue
        const after = await read(rows[0].place)
        ways.push(`delete from ${table} where ${whereIs(rows[0].place)}`, back)
        return {
          table,
          column,
          from: before.value,
          to: after.value,
          accounts: [before.account_id, after.account_id],
          keys: [before.key, after.key],
        }
      }
      return null
    },
    async change(table, where, set) {
      const { rows } = await client.query(`select tableoid || ' ' || ctid as place from ${table} where ${where}`)
      if (rows.length !== 1) throw new Error(`${rows.length} rows of ${table} are named so: ${where}`)
      const back = await wayBack(table, rows[0].place)
      const { rows: changed } = await client.query(`
        update ${table} set ${set}, seal = default where ${whereIs(rows[0].place)} returning tableoid || ' ' || ctid as place`)
      ways.push(`delete from ${table} where ${whereIs(changed[0].place)}`, back)
    },
    async remove(table, place) {
      ways.push(await wayBack(table, place))
      const { rows } = await client.query(`
        delete from ${table} where ${whereIs(place)}
        returning concat_ws(' ', '${table}', ${[whoseOf(table), ...keyOf(table)].join(', ')}) as name`)
      return rows[0].name
    },
    async undo() {
      for (const way of ways.splice(0)) await client.query(way)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** A place is a partition and a row in it. */
const whereIs = (place: string) => {
  const [partition, row] = place.split(' ')
  return `tableoid = ${partition} and ctid = '${row}'`
}

/** Other values, as SQL over the row itself. */
export function othersOf({ table, column, type, isKey, nullable }: Column): string[][] {
  const peer = `(select other.${column} from ${table} other where other.${column} is distinct from ${table}.${column} limit 1)`
  const absent = nullable ? [['null']] : []
  switch (type) {
    case 'int2':
    case 'int4':
    case 'int8':
      // Numbers that name a row are taken: far away there is room.
      return isKey
        ? [[`${column} + 1000000`]]
        : [[`${column} + 1`, '1'], [`${column} - 1`, '2'], [`-${column} - 1`, '3'], ...absent]
    case 'bool':
      return [[`not ${column}`]]
    case 'timestamptz':
      return [[`${column} + interval '1 second'`, 'now()'], [`${column} - interval '1 day'`, `'infinity'`], ...absent]
    case 'date':
      return [[`${column} + 1000`, `'2027-01-01'`], ...absent]
    case 'bytea':
      return [[`set_byte(${column}, 3, get_byte(${column}, 3) # 1)`, `'\\x01'`], ...absent]
    case 'uuid':
      return [['gen_random_uuid()']]
    case 'text':
      return [[`${column} || 'x'`, `'x'`], [peer, `'y'`], ...absent]
    case 'jsonb':
      return [[`${column} || '{"x": 1}'`, `'{"x": 1}'`], ...absent]
    case 'json':
      return [[`'{"x": 1}'`], ...absent]
    case '_text':
      return [[`${column} || array['x']`, `array['x']`], ...absent]
    case '_int2':
      return [[`${column} || 6::smallint`], ...absent]
    case '_date':
      return [[`${column} || '2027-01-01'::date`], ...absent]
    case '_timestamptz':
      return [[`${column} || now()`], ...absent]
    default:
      throw new Error(`nobody knows another value of the type ${type}, for ${table}.${column}`)
  }
}
