// A txid is used once, by whatever kind of charge.

import type { Refused, Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'

const TXID = /^[a-zA-Z0-9]{26,35}$/
const MAX_SHOWN_CHARACTERS = 100

/** Of a charge whose creator names it in the path. */
export function refuseMalformedTxid(txid: string, refuse: (violacoes: Violacao[]) => Refused): void {
  if (TXID.test(txid)) return
  const razao = 'O txid precisa ter de 26 a 35 letras e dígitos.'
  throw refuse([{ razao, propriedade: 'txid', valor: txid.slice(0, MAX_SHOWN_CHARACTERS) }])
}

export function isTxidUsed({ database }: Bank, txid: string): boolean {
  const sql = `select 1 as found from cob where txid = ?1
    union all select 1 from cobv where txid = ?1 union all select 1 from cobr where txid = ?1`
  return database.first(sql, txid) !== undefined
}
