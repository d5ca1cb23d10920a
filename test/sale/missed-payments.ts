// What tests of money share that came while no gateway was running: the bank's list, and verbs that read it.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { DAY_MS, systemClock } from '#kernel/time.ts'
import type { PayIn, Received } from '#psp/port.ts'
import type { Deps, Scene } from '../crash/scene.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { receiptsOf } from './selling.ts'

export const PSP = 1

/** The bank's list of what arrived, in order of arrival. */
export async function listOf(scene: Scene): Promise<Received[]> {
  const payIn = await scene.deps().psps.payIn(PSP)
  const now = systemClock().getTime()
  const period = { from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) }
  const listed = await payIn.listReceived(period, 0)
  assert.ok(listed.kind === 'done' && !listed.value.more)
  return listed.value.items
}

/** Sold while a gateway was open, and paid when none was. Answers what was paid, in its order. */
export async function paidUnheard(
  scene: Scene,
  work: (gateway: TestGateway, seller: Seller) => Promise<string[]>,
): Promise<{ endToEndId: string }[]> {
  const codes = await scene.withGateway(async gateway => work(gateway, await gateway.seller()))
  const paid: { endToEndId: string }[] = []
  // The callbacks are lost: they go where no gateway is any more.
  for (const pixCopiaECola of codes) {
    const { status, body } = await call(scene.bank.url, 'POST', '/sandbox/pay', {
      body: { pixCopiaECola, again: true, late: true },
    })
    assert.equal(status, 201)
    paid.push(body)
  }
  return paid
}

/** A seller with so many sales of these reais, each paid once when no gateway was running. */
export async function unheardSales(scene: Scene, ...reais: number[]) {
  let seller = {} as Seller
  const uuids: string[] = []
  const paid = await paidUnheard(scene, async (_gateway, who) => {
    seller = who
    const sales = []
    for (const amount of reais) sales.push(await who.sell(amount * 100))
    uuids.push(...sales.map(({ uuid }) => uuid))
    return sales.map(({ pixKey }) => pixKey)
  })
  return { seller, uuids, paid }
}

/** The database as a gateway that is closed. */
export const asGateway = ({ db }: Scene) => ({ db }) as TestGateway

export const booked = (scene: Scene, account: Seller) => receiptsOf(asGateway(scene), account)

/** "PAGO" of each sale of the seller, in the order of their making. */
export async function statusesOf({ db }: Pick<Scene, 'db'>, { accountId }: Seller): Promise<string[]> {
  const rows = await db.query<{ status: string }>(sql`
    select status from sale where account_id = ${accountId} order by id`)
  return rows.map(({ status }) => status)
}

export const withPayIn = (deps: Deps, change: Partial<PayIn>): Deps => ({
  ...deps,
  psps: { ...deps.psps, payIn: async id => ({ ...(await deps.psps.payIn(id)), ...change }) },
})

/** A PSP at which no Pix can be looked up. */
export const deaf = (deps: Deps): Deps =>
  withPayIn(deps, { findReceived: async () => ({ kind: 'unknown', reason: 'no answer' }) })

/** Another row for the same account at the bank. */
export async function secondKey({ db }: Pick<Scene, 'db'>, name = 'second key'): Promise<number> {
  const [row] = await db.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    select kind, environment, ${name}, base_url, ${name}, credentials_sealed, ${Buffer.from(name)}, now()
    from psp_account where id = ${PSP} returning id`)
  return row?.id ?? 0
}
