// The trial balance as the operator reads it. Amounts are texts of centavos: the totals of all accounts may not fit a JSON
// number.
import { type Static, Type } from 'typebox'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type Centavos, centavos, toCentsText } from '#kernel/money.ts'
import { SIDES, type Side } from '#ledger/ledger.ts'
import type { ExactSums, TrialRow, TrialTotals } from './store.ts'

const Cents = (description?: string) =>
  Type.String({ description: description === undefined ? 'Cents, as text' : `${description}: cents, as text` })
const Whose = {
  accountId: Type.Integer(),
  name: Type.String(),
  isHouse: Type.Boolean({ description: 'The suspense account: what came for nobody, and what was corrected' }),
}

export const TrialTotalsSchema = Type.Object({
  accounts: Type.Integer({ description: 'That have a wallet' }),
  entries: Type.Integer({ description: 'Lines that were ever written' }),
  sellers: Cents("What is the sellers' own, free and held"),
  sellersAvailable: Cents(),
  sellersBlocked: Cents(),
  received: Cents('Arrived for no sale, and waits for a person'),
  fees: Cents('Earned by the gateway'),
  house: Cents('What the suspense account holds'),
  atPsps: Cents('What should lie at the PSPs'),
  owed: Cents('By acquirers, for sales that they have not settled'),
  difference: Cents('At the PSPs and owed, less all of the others: 0 in right books'),
})

export const TrialRowSchema = Type.Object({
  ...Whose,
  status: Type.String(),
  available: Cents(),
  blocked: Cents(),
  fee: Cents('Earned by the gateway in this account'),
  received: Cents(),
  atPsps: Cents(),
  sum: Cents('Of the five sides, the PSPs counted below zero: 0 in right books'),
  entries: Type.Integer(),
  agrees: Type.Boolean({ description: 'The sum is zero, and the last line leaves what the wallet says' }),
})

export const ExactSchema = Type.Object({
  ...Whose,
  entries: Type.Integer({ description: 'As the wallet counts them' }),
  lines: Type.Integer({ description: 'That there are' }),
  sides: Type.Array(
    Type.Object({
      side: Type.Enum([...SIDES]),
      wallet: Cents(),
      lines: Cents('Credits less debits of all lines'),
      agrees: Type.Boolean(),
    }),
  ),
  openHolds: Cents('What open holds hold together: the same as blocked'),
  agrees: Type.Boolean({ description: 'Everything' }),
})

export function totalsForm(totals: TrialTotals): Static<typeof TrialTotalsSchema> {
  const { sellersAvailable, sellersBlocked, received, fees, house, atPsps, owed } = totals
  const sellers = sellersAvailable + sellersBlocked
  return {
    accounts: totals.accounts,
    entries: Number(totals.entries),
    sellers: text(sellers),
    sellersAvailable: text(sellersAvailable),
    sellersBlocked: text(sellersBlocked),
    received: text(received),
    fees: text(fees),
    house: text(house),
    atPsps: text(atPsps),
    owed: text(owed),
    difference: text(atPsps + owed - sellers - received - fees - house),
  }
}

const text = (sum: bigint): string => toCentsText(centavos(sum))

/** Of the five sides. */
export const sumOf = (row: Record<Side, Centavos>): Centavos =>
  centavos(SIDES.reduce((sum, side) => sum + row[side], 0n))

export const rowAgrees = (row: TrialRow): boolean =>
  sumOf(row) === 0n &&
  row.entries === row.lastEntries &&
  row.available === row.lastAvailable &&
  row.blocked === row.lastBlocked

export const rowForm = (row: TrialRow): Static<typeof TrialRowSchema> => ({
  ...whose(row),
  status: row.status,
  available: text(row.available),
  blocked: text(row.blocked),
  fee: text(row.fee),
  received: text(row.received),
  atPsps: text(-row.clearing),
  sum: text(sumOf(row)),
  entries: Number(row.entries),
  agrees: rowAgrees(row),
})

export function exactForm(exact: ExactSums): Static<typeof ExactSchema> {
  const { entries, lines, wallet, sums, openHolds } = exact
  const sides = SIDES.map(side => ({
    side,
    wallet: text(wallet[side]),
    lines: text(sums[side]),
    agrees: wallet[side] === sums[side],
  }))
  return {
    ...whose(exact),
    entries: Number(entries),
    lines: Number(lines),
    sides,
    openHolds: text(openHolds),
    agrees: sides.every(({ agrees }) => agrees) && entries === lines && openHolds === wallet.blocked,
  }
}

const whose = ({ accountId, name }: { accountId: number; name: string }) => ({
  accountId,
  name,
  isHouse: accountId === SUSPENSE_ACCOUNT_ID,
})
