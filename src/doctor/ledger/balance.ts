// What the surveys of a block have added up, account by account: against the wallet, and against one another. Pure but for
// the wallets, which it reads.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { liveAccountOf } from '#kernel/account/test-account.ts'
import { GENESIS } from '#ledger/chain.ts'
import { SIDES, type Side } from '#ledger/ledger.ts'
import { reais } from '../shown-value.ts'
import type { Block, Tally } from '../survey.ts'

export interface Difference {
  check: string
  table: 'wallet' | 'transfer' | 'hold' | 'event' | 'delivery'
  accountId: number
  said: string
}

type WalletRow = {
  account_id: number
  seq: bigint
  head: string
  updated_at: string
  lacking: bigint
  has_account: boolean
} & Record<Side, bigint> & {
    last_seq: bigint | null
    last_hash: string
    last_at: string
    last_available: bigint
    last_blocked: bigint
  }

/** With its last transfer: that figures follow from one another has been seen with the transfers. */
const readWallets = (tx: Transaction, { from, to }: Block) =>
  tx.query<WalletRow>(sql`
    select account_id, seq, encode(head, 'hex') as head, updated_at::text, available_centavos as available,
      blocked_centavos as blocked, fee_centavos as fee, received_centavos as received, clearing_centavos as clearing,
      lacking_centavos as lacking, exists (select from account where account.id = wallet.account_id) as has_account, last.*
    from wallet
    left join lateral (
      select seq as last_seq, encode(hash, 'hex') as last_hash, created_at::text as last_at,
        available_after_centavos as last_available, blocked_after_centavos as last_blocked
      from transfer where transfer.account_id = wallet.account_id order by seq desc limit 1
    ) last on true
    where account_id between ${from}::int and ${to}::int order by account_id`)

/** Every difference in the block, by account. */
export async function compareTallies(
  tx: Transaction,
  block: Block,
  tallies: Map<number, Tally>,
): Promise<Difference[]> {
  const wallets = new Map((await readWallets(tx, block)).map(wallet => [wallet.account_id, wallet]))
  const accountIds = [...new Set([...wallets.keys(), ...tallies.keys()])].toSorted((one, other) => one - other)
  return accountIds.flatMap(accountId => {
    const tally = tallies.get(accountId)
    const sum: Sum = name => tally?.get(name) ?? 0n
    const finding = (check: string, table: Difference['table'], message: string) => ({
      check,
      table,
      accountId,
      said: message,
    })
    const wallet = wallets.get(accountId)
    return [
      ...(wallet === undefined ? withoutWallet(sum) : ofWallet(wallet, sum)).map(([check, message]) =>
        finding(check, 'wallet', message),
      ),
      ...ofTransfers(sum).map(([check, table, message]) => finding(check, table, message)),
      ...eventFindings(sum).map(([check, message]) => finding(check, 'event', message)),
      ...ofDeliveries(sum).map(([check, message]) => finding(check, 'delivery', message)),
    ]
  })
}

type Sum = (name: string) => bigint
type BalanceFinding = [check: string, said: string]

const withoutWallet = (sum: Sum): BalanceFinding[] =>
  sum('entries') > 0n ? [['missing', `it is missing, and there are ${sum('entries')} transfers`]] : []

function ofWallet(wallet: WalletRow, sum: Sum): BalanceFinding[] {
  const { last_seq: seq, last_at: at } = wallet
  const head = seq === null ? GENESIS : wallet.last_hash
  const zero = SIDES.reduce((total, side) => total + wallet[side], 0n)
  const back = sum('refunded') + sum('forfeited')
  const atPsp = sum('received') - sum('left_out') - back - sum('costs') + sum('corrected')
  const figures: [Side, bigint][] = [
    ['available', wallet.last_available ?? 0n],
    ['blocked', wallet.last_blocked ?? 0n],
    ['fee', sum('moved_fee')],
    ['received', sum('moved_received')],
  ]
  const found: (BalanceFinding | false)[] = [
    !wallet.has_account && ['account', 'there is no such account'],
    wallet.seq !== (seq ?? 0n) && ['seq', `it counts ${wallet.seq} transfers, and the last one has number ${seq ?? 0}`],
    wallet.head !== head && ['head', 'it ends the chain with another hash than its last transfer has'],
    seq !== null &&
      at !== wallet.updated_at && [
        'moment',
        `it was last changed at ${wallet.updated_at}, and its last transfer is of ${at}`,
      ],
    zero !== 0n && ['zero', `its five sides add up to ${reais(`${zero}`)} and not to zero`],
    ...figures.map(
      ([side, due]): BalanceFinding | false =>
        wallet[side] !== due && [
          side,
          `${side} is ${reais(`${wallet[side]}`)}, and by its transfers ${reais(`${due}`)}`,
        ],
    ),
    wallet.blocked !== sum('open') && [
      'holds',
      `blocked is ${reais(`${wallet.blocked}`)}, and ${reais(`${sum('open')}`)} of its holds is open`,
    ],
    wallet.lacking !== sum('lacking') && [
      'lacking',
      `it lacks ${reais(`${wallet.lacking}`)}, and its open claims ${reais(`${sum('lacking')}`)}`,
    ],
    -wallet.clearing !== atPsp && [
      'psp',
      `${reais(`${-wallet.clearing}`)} should lie at the PSP, and receipts less refunds, payouts, lost disputes and what acquirers kept leave ${reais(`${atPsp}`)}`,
    ],
    liveAccountOf(wallet.account_id) === SUSPENSE_ACCOUNT_ID &&
      suspenseDiffers(wallet, sum) && [
        'house',
        'the suspense account holds something else than what was received for nobody',
      ],
  ]
  return found.filter(finding => finding !== false)
}

/** It has nothing but what was received for nobody, less what was paid for accounts that are lost, and what was corrected. */
const suspenseDiffers = ({ available, blocked, fee }: WalletRow, sum: Sum): boolean =>
  blocked !== sum('restored_held') || available + blocked + fee !== sum('corrected') - sum('restored_out')

/** Each is about something that exists, and each hold was opened by one: as many as there are, and not more. */
function ofTransfers(sum: Sum): [check: string, table: Difference['table'], said: string][] {
  const [lost, unopened] = [sum('entries') - sum('moves'), sum('holds') - sum('opened')]
  return [
    ...(lost === 0n
      ? []
      : [['subject', 'transfer', `in its account ${lost} transfers are about a row that is not there`] as const]),
    ...(unopened === 0n
      ? []
      : [['opened', 'hold', `in its account ${unopened} holds were opened by no transfer into blocked`] as const]),
  ].map(finding => [...finding])
}

const EVENT_COUNTS: [due: string, told: string, what: string][] = [
  ['pending_due', 'pending_facts', 'sale.pending'],
  ['paid_due', 'paid_facts', 'sale.paid'],
  ['postback_due', 'postback_facts', 'sale.paid for postbacks'],
  ['refused_due', 'refused_facts', 'sale.refused'],
  ['refused_postback_due', 'refused_postback_facts', 'sale.refused for postbacks'],
  ['sale_facts_due', 'sale_facts', 'sales'],
  ['cashout_facts_due', 'cashout_facts', 'cashouts'],
  ['refund_facts_due', 'refund_facts', 'refunds'],
  ['dispute_facts_due', 'dispute_facts', 'disputes'],
  ['cart_facts_due', 'cart_facts', 'carts'],
  ['latest_due', 'latest_facts', 'the version at which a sale, a cashout, a refund, a dispute or a cart stands'],
]

/** What was cancelled may have been paid after all. */
const AT_LEAST: [due: string, told: string, what: string][] = [
  ['canceled_due', 'canceled_facts', 'sale.canceled'],
  ['canceled_postback_due', 'canceled_postback_facts', 'sale.canceled for postbacks'],
]

function eventFindings(sum: Sum): BalanceFinding[] {
  const tellings = EVENT_COUNTS.filter(([due, written]) => sum(due) !== sum(written))
  const finding = tellings.map(
    ([due, written, what]): BalanceFinding => [due, eventMessage(sum(written), what, sum(due))],
  )
  const missing = AT_LEAST.filter(([due, written]) => sum(written) < sum(due))
  return [
    ...finding,
    ...missing.map(([due, written, what]): BalanceFinding => [due, eventMessage(sum(written), what, sum(due))]),
    ...balanceEventFindings(sum),
  ]
}

/** Balance events are numbered without gaps. What is gone with its day is gone from the first number on. */
function balanceEventFindings(sum: Sum): BalanceFinding[] {
  const [last, events, numbers] = [sum('news'), sum('news_facts'), sum('news_numbers')]
  const areTheLast = 2n * numbers === events * (2n * last - events + 1n)
  const isWhole = sum('news_whole') === 0n || events === last
  const isKept = sum('news_kept') === 0n || events > 0n
  if (areTheLast && isWhole && isKept) return []
  return [['news', `in its account ${events} facts tell of the balance, and they are not the last of ${last}`]]
}

/** Sums of the numbers of events. */
const DELIVERIES: [due: string, told: string, whom: string][] = [
  ['webhooks_due', 'webhooks_told', 'its webhooks'],
  ['postbacks_due', 'postbacks_told', 'the address that came with its subject'],
]

const ofDeliveries = (sum: Sum): BalanceFinding[] =>
  DELIVERIES.filter(([due, written]) => sum(due) !== sum(written)).map(([due, _written, whom]) => [
    due,
    `in its account not every fact has one delivery to ${whom}, and one only`,
  ])

const eventMessage = (written: bigint, what: string, due: bigint) =>
  `in its account ${written} facts tell of ${what}, and there must be ${due}`
