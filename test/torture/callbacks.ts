// A storm of callbacks: of each payment twenty at the same moment, out of order, before the PSP has answered the request that they are
// about and after it, true ones among such that say the contrary. What the PSP answers to a lookup is booked, once.

import sql from 'sql-template-tag'
import { openBank } from '../../sandbox/bank.ts'
import { untilIdle, untruths } from '../books.ts'
import { freshDatabase, openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Verdict } from '../notification/torture/faults.ts'
import { openWire, type Wire, type Words } from '../psp/faulty-wire.ts'
import { SALE } from '../sale/selling.ts'
import { type Chance, chanceOf } from '../storm/weather.ts'
import type { Ask } from './parts.ts'
import { openWatcher, watchedText } from './watcher.ts'

const DUPLICATES = 20
const FUNDS_CENTS = 2_000_00
const SENT = ['REALIZADO', 'REALIZADO', 'EM_PROCESSAMENTO', 'NAO_REALIZADO', 'DEVOLVIDO']
const DESTINATIONS = ['maria', 'muda', 'recusada', 'duplicada'] as const

interface Place {
  gateway: TestGateway
  wire: Wire
  chance: Chance
}

export async function stormOfCallbacks({ seed, rounds, until: end }: Ask): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const wire = resources.use(await openWire(bank.url))
  const on = { connection, bank: { ...bank, url: wire.url } }
  const gateway = resources.use(await openTestGateway({ on, env: { PSP_TIMEOUT_MS: '10000' } }))
  const watcher = resources.use(await openWatcher(connection))
  const chance = chanceOf(seed)
  const place = { gateway, wire, chance }
  const wrong: string[] = []
  let round = 0
  while (round < rounds && (round === 0 || performance.now() < end)) {
    round++
    const seller = await gateway.seller({ funds: FUNDS_CENTS })
    const moved = [await soldBeforeAnswered(place, seller), await sold(place, seller)]
    for (const isBefore of [true, false]) moved.push(await paidOut(place, seller, isBefore))
    await untilIdle({ db: gateway.db })
    const expected = moved.reduce((sum, one) => sum + one, netOf(FUNDS_CENTS))
    const found = await unlikeExpected(place, seller, expected)
    wrong.push(...found.map(sentence => `round ${round}: ${sentence}`))
  }
  const watched = await watcher.end()
  return {
    message: `${round} rounds of four payments with ${DUPLICATES} callbacks each; ${watchedText(watched)}`,
    wrong: [...wrong, ...watched.wrong, ...(await untruths({ db: gateway.db, bankUrl: bank.url }))],
  }
}

const netOf = (cents: number) => cents - Math.floor((cents * 99 + 5_000) / 10_000)

/** All of them at once, in any order, each time with other words about the same payment. */
async function callBack({ wire, chance }: Place, entries: (n: number) => object): Promise<void> {
  const bodies = Array.from({ length: DUPLICATES }, (_, n) => JSON.stringify({ pix: [entries(n)] }))
  // Some are the very same bytes.
  const events = bodies.map(body => (chance.below(2) === 0 ? (bodies[0] as string) : body))
  const answers = await Promise.all(
    shuffled(events, chance).map(body => fetch(wire.callbackUrl(), { method: 'POST', body })),
  )
  for (const { status } of answers) if (status !== 200) throw new Error(`a callback was answered ${status}`)
}

const shuffled = <T>(list: T[], chance: Chance): T[] =>
  list
    .map(one => ({ one, by: chance.below(1_000_000) }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one)

/** Of received money: other amounts, other charges, and money that has gone back. */
const received = (chance: Chance, pix: Record<string, unknown>) => (n: number) => ({
  ...pix,
  ...(n % 3 === 1 && { valor: `${chance.below(999)}.00` }),
  ...(n % 5 === 2 && { txid: 'T'.repeat(32) }),
  n,
})

/** The buyer has paid, and callbacks have reported it, before the gateway knows that its charge exists. */
async function soldBeforeAnswered(place: Place, seller: Seller): Promise<number> {
  const { gateway, wire, chance } = place
  const amount = 100 + chance.below(900_00)
  wire.fail('PUT', '/v2/cob/', {
    forwarded: true,
    answer: async (theirs: Words) => {
      const paid = await gateway.pay(JSON.parse(theirs.body).pixCopiaECola)
      await callBack(place, received(chance, paid.body))
      return theirs
    },
  })
  const { status, text, body } = await seller.api('POST', '/api/transactions', { ...SALE, amount })
  if (status !== 201) throw new Error(`the sale was refused: ${status} ${text}`)
  await seller.reaches(`/api/transactions/${body.uuid}`, 'PAGO')
  return netOf(amount)
}

async function sold(place: Place, seller: Seller): Promise<number> {
  const amount = 100 + place.chance.below(900_00)
  const sale = await seller.sell(amount)
  const { body: pix } = await place.gateway.pay(sale.pixKey)
  await callBack(place, received(place.chance, pix))
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  await callBack(place, received(place.chance, pix))
  return netOf(amount)
}

const sent = (chance: Chance, idEnvio: string) => (n: number) => ({
  endToEndId: `E${n}`,
  tipo: 'SOLICITACAO',
  status: chance.pick(SENT),
  valor: `${chance.below(999)}.00`,
  gnExtras: { idEnvio },
})

/** Reported before the answer to the payout's own request, or when all is over. */
async function paidOut(place: Place, seller: Seller, isBefore: boolean): Promise<number> {
  const { wire, chance, gateway } = place
  const destination = chance.pick(DESTINATIONS)
  const amount = 100 + chance.below(100)
  const storm = (path: string) => callBack(place, sent(chance, path.split('/').at(-1) ?? ''))
  if (isBefore)
    wire.fail('PUT', '/v2/gn/pix/', {
      forwarded: true,
      answer: async (theirs: Words) => {
        await storm(String(JSON.parse(theirs.body).idEnvio))
        return theirs
      },
    })
  const request = { amount, pixKey: `${destination}@example.com`, pixKeyType: 'EMAIL' }
  const { body } = await seller.api('POST', '/api/public/cashout', request)
  const path = `/api/public/cashout/${body.uuid}`
  await seller.reaches(path, destination === 'recusada' ? 'FAILED' : 'COMPLETED')
  const [row] = await gateway.db.query<{ payout_id: string }>(sql`
    select payout_attempt.payout_id from payout_attempt join withdrawal on withdrawal.account_id = payout_attempt.account_id
      and withdrawal.id = withdrawal_id where uuid = ${body.uuid}`)
  await storm(row?.payout_id ?? '')
  return destination === 'recusada' ? 0 : -amount * 100
}

/** Each payment is booked once: the balance to the cent, a receipt for each sale and an end for each cashout. */
async function unlikeExpected({ gateway }: Place, seller: Seller, expected: number): Promise<string[]> {
  const { body: balance } = await seller.api('GET', '/api/public/balance')
  const [counts] = await gateway.db.query<{ receipts: number; ends: number; anomalies: number }>(sql`
    select (select count(*)::int from receipt where account_id = ${seller.accountId}) as receipts,
      (select count(*)::int from transfer where account_id = ${seller.accountId} and kind in ('CASHOUT_PAID', 'CASHOUT_RELEASED')) as ends,
      (select count(*)::int from anomaly where account_id = ${seller.accountId}) as anomalies`)
  const reported = JSON.stringify({ ...balance, ...counts })
  const isRight = balance.total === expected && balance.blocked === 0
  const isOnce = counts?.receipts === 3 && counts.ends === 2 && counts.anomalies === 0
  return isRight && isOnce ? [] : [`expected ${expected} of three sales and two cashouts, and there is ${reported}`]
}
