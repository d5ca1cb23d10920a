// What tests of keyed sales share: selling under a key, and what came of it here and at the bank.
import sql from 'sql-template-tag'
import { idsOf } from '../cashout/requesting.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { clientOf, EVER } from '../sandbox/test-bank.ts'
import { SALE } from './selling.ts'

export const sellUnder = (seller: Seller, key: string, more: object = {}): Promise<Answer> =>
  seller.api('POST', '/api/transactions', { ...SALE, ...more }, { 'idempotency-key': key })

/** What a client sees of an answer that may be a replay: its status, its bytes, and whether it was one. */
export const seen = ({ status, text, headers }: Answer) => [
  status,
  text,
  headers.get('content-type'),
  headers.get('idempotency-replayed'),
]

export interface StoredSale {
  uuid: string
  txid: string
  status: string
  psp_account_id: number
}

/** In the order of their making. */
export const salesOf = ({ db }: Pick<TestGateway, 'db'>, { accountId }: Pick<Seller, 'accountId'>) =>
  db.query<StoredSale>(
    sql`select uuid, txid, status, psp_account_id from sale where account_id = ${accountId} order by id`,
  )

/** "ATIVA 100.00 <txid>" of each charge that the bank has of this seller. */
export async function chargesOf(bank: { url: string }, seller: Pick<Seller, 'accountId'>): Promise<string[]> {
  const client = await clientOf(bank)
  const { body } = await client.call('GET', `/v2/cob?${EVER}&paginacao.itensPorPagina=1000`)
  return body.cobs
    .filter(({ txid }: { txid: string }) => txid.startsWith(idsOf(seller)))
    .map((cob: { status: string; valor: { original: string }; txid: string }) =>
      [cob.status, cob.valor.original, cob.txid].join(' '),
    )
}

export async function keysOf({ db }: Pick<TestGateway, 'db'>, { accountId }: Pick<Seller, 'accountId'>) {
  const rows = await db.query<{ key: string }>(
    sql`select key from idempotency where account_id = ${accountId} order by key`,
  )
  return rows.map(({ key }) => key)
}
