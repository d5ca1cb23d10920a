// The transfers of the ledger: of an account all of them, in the order of its books and with the hash of each; of anything else those that are about
// what concerns the request.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { KINDS } from '#ledger/ledger.ts'
import { accountsConcerned, subjectsConcerned, within } from './concerned-store.ts'
import { balance, moment, money, type RecordSet, reference, text } from './record-set.ts'
import type { Scope } from './scope.ts'

const changeOf = (side: string) =>
  `case '${side}' when transfer.credit then amount_centavos when transfer.debit then -amount_centavos else 0 end`

/** `describe`: what the statement says of a kind; null for what moves none of the account's money. */
export const statementSet = (describe: (kind: string) => string | null): RecordSet => ({
  name: 'extrato',
  about: 'Lançamentos da razão, na ordem dos livros: o extrato, com os saldos depois de cada um e o hash da cadeia.',
  from: 'transfer',
  key: [
    { column: 'transfer.account_id', type: 'int' },
    { column: 'transfer.seq', type: 'bigint' },
  ],
  where: transferConcerned,
  fields: [
    text('conta', 'transfer.account_id'),
    text('lancamento', 'transfer.seq'),
    moment('data', 'transfer.created_at'),
    text('tipo', 'transfer.kind'),
    text('descricao', descriptions(describe)),
    text('debito_em', 'transfer.debit'),
    text('credito_em', 'transfer.credit'),
    money('valor', 'transfer.amount_centavos'),
    money('variacao_disponivel', changeOf('available')),
    money('variacao_bloqueado', changeOf('blocked')),
    money('tarifa', changeOf('fee')),
    balance('saldo_disponivel', 'transfer.available_after_centavos'),
    balance('saldo_bloqueado', 'transfer.blocked_after_centavos'),
    text('objeto', 'transfer.subject'),
    text('objeto_numero', 'transfer.subject_id'),
    reference('hash', `encode(transfer.hash, 'hex')`),
  ],
})

function descriptions(describe: (kind: string) => string | null): string {
  const known = Object.keys(KINDS).flatMap(kind => {
    const description = describe(kind)
    return description === null ? [] : [`when '${kind}' then '${description.replaceAll("'", "''")}'`]
  })
  return `case transfer.kind ${known.join(' ')} end`
}

function transferConcerned(scope: Scope): Sql {
  if (scope.kind !== 'ACCOUNT')
    return sql`${within(scope, 'transfer.created_at')}
      and (transfer.account_id, transfer.subject, transfer.subject_id) in (${subjectsConcerned(scope)})`
  const { after = 0n, upTo = 0n } = scope.stretch ?? {}
  return sql`transfer.account_id = ${scope.accountId} and transfer.seq > ${after} and transfer.seq <= ${upTo}`
}

export interface LedgerHead {
  accountId: number
  seq: bigint
  /** In hexadecimal. */
  hash: string
  available: Centavos
  blocked: Centavos
}

/** Of each account concerned: its last transfer, by which all earlier ones are fixed, and what it has. */
export const findHeads = (db: Queryable, scope: Scope): Promise<LedgerHead[]> =>
  db.query<LedgerHead>(sql`
    select account_id as "accountId", seq, encode(head, 'hex') as hash, available_centavos as available, blocked_centavos as blocked
    from wallet where account_id in (${accountsConcerned(scope)}) order by account_id`)
