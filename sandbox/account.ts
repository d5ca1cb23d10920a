// The customer's account at the bank: one balance, and one entry for every change of it, written together. No other file
// writes either table.
import { type Centavos, centavos, toReais } from '#kernel/money.ts'
import { OPENING_BALANCE } from './customer.ts'
import type { Bank } from './resources.ts'

export type Reason =
  | 'opening'
  | 'pix received'
  | 'devolucao'
  | 'payout'
  | 'payout not executed'
  | 'payout returned'
  | 'tariff received'
  | 'tariff sent'
  | 'boleto paid'
  | 'boleto taken back'
  | 'ted received'
  | 'card paid'
  | 'card refunded'
  | 'chargeback'

export function openAccount({ database, clock }: Bank): void {
  const created = database.run('insert or ignore into account (id, balance) values (1, ?)', OPENING_BALANCE)
  if (created === 0) return
  const sql = "insert into entry (at, amount, reason, reference) values (?, ?, 'opening', '')"
  database.run(sql, clock.now(), OPENING_BALANCE)
}

export function balanceOf({ database }: Bank): Centavos {
  const row = database.first<{ balance: number }>('select balance from account where id = 1')
  if (row === undefined) throw new Error('the account was never opened')
  return centavos(row.balance)
}

/** A positive amount comes in, a negative one goes out. Called inside the transaction of what caused it. */
export function moveMoney({ database, clock }: Bank, amount: bigint, reason: Reason, reference: string): void {
  const sql = 'insert into entry (at, amount, reason, reference) values (?, ?, ?, ?)'
  database.run(sql, clock.now(), amount, reason, reference)
  database.run('update account set balance = balance + ? where id = 1', amount)
}

/** Sums over the entries, each as a positive amount: balance = opening + received + boletos + teds + cards + returned - devolved - paid - tariffs. */
export function accountWire(bank: Bank) {
  const sums = bank.database.all<{ reason: Reason; sum: number }>(
    'select reason, sum(amount) as sum from entry group by reason',
  )
  const total = (...reasons: Reason[]) =>
    sums.filter(({ reason }) => reasons.includes(reason)).reduce((total, { sum }) => total + BigInt(sum), 0n)
  const came = (...reasons: Reason[]) => toReais(centavos(total(...reasons)))
  const went = (...reasons: Reason[]) => toReais(centavos(-total(...reasons)))
  return {
    balance: toReais(balanceOf(bank)),
    opening: came('opening'),
    received: came('pix received'),
    /** By whichever way they were paid, less what was taken back. */
    boletos: came('boleto paid', 'boleto taken back'),
    teds: came('ted received'),
    /** Credited, less what went back and what was charged back. */
    cards: came('card paid', 'card refunded', 'chargeback'),
    devolved: went('devolucao'),
    /** Those under way included; what was not executed has come back. */
    paid: went('payout', 'payout not executed'),
    returned: came('payout returned'),
    tariffs: went('tariff received', 'tariff sent'),
  }
}
