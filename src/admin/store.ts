// The SQL of the gateway's own switches, which hold for every account.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface Switches {
  apiCashoutEnabled: boolean
}

interface SwitchesRow {
  api_cashout_enabled: boolean
}

const switchesOf = ([row]: SwitchesRow[]): Switches => {
  if (row === undefined) throw new Error('the row of the gateway is missing')
  return { apiCashoutEnabled: row.api_cashout_enabled }
}

export const readSwitches = async (db: Queryable) =>
  switchesOf(await db.query<SwitchesRow>(sql`select api_cashout_enabled from house`))

export const setSwitches = async (db: Queryable, { apiCashoutEnabled }: Switches) =>
  switchesOf(
    await db.query<SwitchesRow>(sql`
      update house set api_cashout_enabled = ${apiCashoutEnabled} returning api_cashout_enabled`),
  )
