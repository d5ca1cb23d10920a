// A txid is used once, by whatever kind of charge.
import type { House } from '../house.ts'

export function isTxidUsed({ database }: House, txid: string): boolean {
  const sql = `select 1 as found from cob where txid = ?1
    union all select 1 from cobv where txid = ?1 union all select 1 from cobr where txid = ?1`
  return database.first(sql, txid) !== undefined
}
