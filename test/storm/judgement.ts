// After the storm: what is not as it must be, in sentences. The seller's book, the ledger and the bank are compared to the centavo, every
// act with its end, and everything that was reported with everything that happened.
import sql from 'sql-template-tag'
import { OPENING_BALANCE } from '../../sandbox/customer.ts'
import { untruths } from '../books.ts'
import { call } from '../http.ts'
import type { Done } from './people.ts'
import { BOLETO_ENDS, CARD_ENDS, CASHOUT_ENDS, DEBIT_ENDS, type MethodSale, TRANSFER_ENDS } from './weather.ts'
import { EVENTS, type World } from './world.ts'

export async function judge(world: World, done: Done[]): Promise<string[]> {
  const ends = await endsOf(world, done)
  return [
    ...(await untruths({ db: world.db, bankUrl: world.bank.url })),
    ...ends.filter(({ end, status }) => !end.includes(status)).map(wrongEnd),
    ...(await wrongCarts(world, done)),
    ...(await bookOfTheSeller(world, ends)),
    ...(await bookOfTheBank(world)),
    ...(await unpublished(world)),
    ...(await world.watcher.end()).wrong.map(sentence => `the watcher saw: ${sentence}`),
  ]
}

interface Ended {
  reference: string
  end: readonly string[]
  status: string
  /** What it did to the seller's balance, in centavos. */
  moved: bigint
}

const wrongEnd = ({ reference, end, status }: Ended) => `${reference} is ${status} and not ${end.join(' or ')}`

function endsOf(world: World, done: Done[]): Promise<Ended[]> {
  return Promise.all(done.flatMap(one => (one.kind === 'stray' || one.kind === 'refused' ? [] : endOf(world, one))))
}

const SALE_ENDS = {
  pays: ['PAGO'],
  'pays twice': ['PAGO'],
  'pays late': ['PAGO'],
  'never pays': ['PENDENTE'],
  'lets it expire': ['CANCELADO'],
}

function endsOfMethod(command: MethodSale): readonly string[] {
  if (command.kind === 'boleto') return BOLETO_ENDS[command.buyer]
  if (command.kind === 'debit') return DEBIT_ENDS[command.buyer]
  return command.kind === 'card' ? CARD_ENDS[command.card] : TRANSFER_ENDS[command.buyer]
}

/** A cashout that was refused, or came back, moved nothing; one that was paid moved its gross, less what came back. */
async function endOf({ seller }: World, one: Done & { kind: 'sale' | 'method sale' | 'cashout' }): Promise<Ended> {
  const { reference } = one.command
  if (one.kind === 'method sale') {
    const { body } = await seller.api('GET', `/api/transactions/${one.uuid}`)
    const moved = body.status === 'PAGO' ? BigInt(body.netAmount) : 0n
    return { reference, end: endsOfMethod(one.command), status: body.status, moved }
  }
  if (one.kind === 'sale') {
    const { body } = await seller.api('GET', `/api/transactions/${one.uuid}`)
    const moved = body.status === 'PAGO' ? BigInt(body.netAmount) : 0n
    return { reference, end: SALE_ENDS[one.buyer], status: body.status, moved }
  }
  const { body } = await seller.api('GET', `/api/public/cashout/${one.uuid}`)
  const back = body.returnedAmount === undefined ? 0n : centavosOf(body.returnedAmount)
  const moved = body.status === 'COMPLETED' ? back - centavosOf(body.amount) : 0n
  return { reference, end: CASHOUT_ENDS[one.command.destination], status: body.status, moved }
}

/** A cart is paid exactly where its sale is, by that sale. */
async function wrongCarts({ seller }: World, done: Done[]): Promise<string[]> {
  const wrong: string[] = []
  for (const one of done) {
    if (one.kind !== 'sale' || one.cartUuid === null) continue
    const sale = (await seller.api('GET', `/api/transactions/${one.uuid}`)).body
    const cart = (await seller.api('GET', `/api/carts/${one.cartUuid}`)).body
    const paidBy = sale.status === 'PAGO' ? one.uuid : null
    const isPaid = cart.state === 'COMPLETED' || cart.state === 'RECOVERED'
    if (cart.saleUuid !== paidBy || isPaid !== (paidBy !== null))
      wrong.push(`the cart of ${one.command.reference} is ${cart.state}, its sale ${sale.status}`)
  }
  return wrong
}

const centavosOf = (reais: string) => BigInt(reais.replace('.', ''))

/** What the seller started with, and every end that the seller can look up, make the balance that the seller reads. */
async function bookOfTheSeller({ seller, db }: World, ends: Ended[]): Promise<string[]> {
  const { body: balance } = await seller.api('GET', '/api/public/balance')
  const [before] = await db.query<{ total: bigint }>(sql`
    select coalesce(sum(net_centavos), 0)::bigint as total from sale
    where account_id = ${seller.accountId} and status = 'PAGO' and external_reference not like 'storm-%' is not false`)
  const spent = await db.query<{ total: bigint }>(sql`
    select coalesce(sum(amount_centavos), 0)::bigint as total from withdrawal
    where account_id = ${seller.accountId} and state = 'settled' and external_reference not like 'storm-%' is not false`)
  const expected = ends.reduce((sum, { moved }) => sum + moved, (before?.total ?? 0n) - (spent[0]?.total ?? 0n))
  return BigInt(balance.total) === expected ? [] : [`the seller reads ${balance.total} and has earned ${expected}`]
}

/** The bank's one balance moved by exactly what the wallets hold there. */
async function bookOfTheBank(world: World): Promise<string[]> {
  const { db, bank } = world
  const { body } = await call(bank.url, 'GET', '/health')
  const [row] = await db.query<{ held: bigint }>(
    // What acquirers owe does not lie there yet.
    sql`select coalesce(-sum(clearing_centavos), 0)::bigint
      - (select coalesce(sum(owed_centavos), 0) from receivable)::bigint as held from wallet`,
  )
  const held = row?.held ?? 0n
  const theirs = centavosOf(body.balance) - BigInt(OPENING_BALANCE)
  if (theirs === held) return []
  return [
    `the bank holds ${theirs} and the ledger says ${held}`,
    ...(await unlikePayouts(world)),
    ...(await unlikeReceipts(world)),
  ]
}

/** The payouts of which the bank and the ledger say that something else is out. */
async function unlikePayouts({ db, bank }: World): Promise<string[]> {
  const { body } = await call(bank.url, 'GET', '/sandbox/payments?limit=10000')
  const theirs = new Map<string, bigint>(
    body.data.map(({ idEnvio, amount, status, returned }: Record<string, string>) => [
      idEnvio,
      status === 'REALIZADO' ? centavosOf(amount ?? '') - centavosOf(returned ?? '') : 0n,
    ]),
  )
  const ours = await db.query<{ payout_id: string; line: string; out: bigint }>(sql`
    select payout_attempt.payout_id, concat_ws(' ', pix_key, withdrawal.state, payout_attempt.outcome, (select string_agg(kind || ' ' || coalesce(decision, 'open'), ', ')
      from anomaly where anomaly.account_id = withdrawal.account_id and subject_id = withdrawal.id)) as line,
      coalesce((select sum(case when credit = 'clearing' then amount_centavos when debit = 'clearing' then -amount_centavos
        else 0 end) from transfer where transfer.account_id = withdrawal.account_id and subject = 'withdrawal'
        and subject_id = withdrawal.id), 0)::bigint as out
    from withdrawal join payout_attempt on payout_attempt.account_id = withdrawal.account_id
      and withdrawal_id = withdrawal.id`)
  return ours
    .filter(({ payout_id, out }) => out !== (theirs.get(payout_id) ?? 0n))
    .map(({ payout_id, line, out }) => `${payout_id} (${line}): ${out} is out, the bank says ${theirs.get(payout_id)}`)
}

/** The same for what came in, receipt by receipt. */
async function unlikeReceipts({ db, bank }: World): Promise<string[]> {
  const { body } = await call(bank.url, 'GET', '/sandbox/receipts?limit=10000')
  const ours = await db.query<{ end_to_end_id: string; line: string; held: bigint }>(sql`
    select end_to_end_id, concat_ws(' ', status, reason) as line,
      (case when status = 'RETURNED' then 0 else amount_centavos end)::bigint as held
    from receipt where status <> 'MOVED'`)
  const known = new Map(ours.map(one => [one.end_to_end_id, one]))
  return body.data.flatMap(({ endToEndId, amount, returned }: Record<string, string>) => {
    const theirs = centavosOf(amount ?? '') - centavosOf(returned ?? '')
    const own = known.get(endToEndId ?? '')
    return own?.held === theirs ? [] : [`${endToEndId} (${own?.line}): we hold ${own?.held}, the bank says ${theirs}`]
  })
}

/** Every event that the webhook is subscribed to has arrived, and none that did not happen. */
async function unpublished({ db, receiver }: World): Promise<string[]> {
  const events = await db.query<{ uid: string; type: string }>(sql`
    select uid, type from event where type = any(${EVENTS}::text[]) and form <> 'SALE_POSTBACK'
      and created_at > (select min(created_at) from webhook)`)
  const heard = new Set(receiver.received.map(({ headers }) => String(headers['x-service-event-id'])))
  const happened = new Set(events.map(({ uid }) => uid))
  return [
    ...events.filter(({ uid }) => !heard.has(uid)).map(({ uid, type }) => `${type} ${uid} was never told`),
    ...[...heard].filter(uid => !happened.has(uid)).map(uid => `${uid} was reported and never happened`),
  ]
}
