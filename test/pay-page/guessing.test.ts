// Who opens addresses to find out what there is: it opens no cart, shows nothing of what there once was, and takes no longer either.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { contact, linkOf, SHIRT } from '../cart/shopping.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { buyerAt } from './buying.ts'

const LINKS = 100
/** More would wait for a connection in vain where the machine is busy. */
const AT_ONCE = 5
/** Of what is measured, what is in the middle: one slow answer says nothing. */
const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number

/** What a request takes where the machine is not busy: the slower ones say how busy it was. */
const quickest = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] as number

let gateway: TestGateway
let shop: Seller
before(async () => {
  gateway = await openTestGateway()
  shop = await gateway.seller()
})
after(() => gateway[Symbol.asyncDispose]())

async function timeOf(what: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await what()
  return performance.now() - from
}

describe('a hundred links', () => {
  let links: { slug: string; uuid: string }[]
  before(async () => {
    const few = pLimit(AT_ONCE)
    links = await Promise.all(Array.from({ length: LINKS }, () => few(() => linkOf(shop))))
  })

  it('that a robot opens, with a buyer’s data in the address, open no cart and write nothing', async () => {
    const rows = () =>
      gateway.db.query(sql`
        select (select count(*) from cart) as carts, (select count(*) from checkout_attempt) as attempts,
          (select max(updated_at) from checkout) as changed`)
    const before = await rows()
    const robot = buyerAt(gateway)
    for (const { slug } of links)
      assert.equal((await robot.get(`/l/${slug}?nome=Ana&email=ana@example.com&celular=11987654321`)).status, 200)
    assert.deepEqual([await rows(), robot.cookie], [before, ''])
  })

  it('are listed with what became of them in one page that costs little more than a short one', async () => {
    for (const link of links.slice(0, 5))
      await contact(gateway, link, { customer: { name: 'Ana', email: `${link.slug}@example.com` } })
    const list = (limit: number) => shop.api('GET', `/api/payment-links?limit=${limit}`)
    const { body } = await list(100)
    assert.equal(body.data.length, LINKS)
    assert.equal(body.data.filter(({ opened }: { opened: number }) => opened === 1).length, 5)
    const [one, hundred]: [number[], number[]] = [[], []]
    for (let n = 0; n < 15; n++) {
      one.push(await timeOf(() => list(1)))
      hundred.push(await timeOf(() => list(100)))
    }
    const ratio = median(hundred) / median(one)
    // A statement for each link would make it a hundred.
    assert.ok(ratio < 20, `a page of 100 takes ${ratio.toFixed(1)} times as long as a page of one`)
  })
})

slow('an address that leads nowhere answers no sooner and no later where there once was something', async () => {
  const archived = await linkOf(shop)
  await shop.api('POST', `/api/payment-links/${archived.uuid}/archive`)
  const { body: session } = await shop.api('POST', '/api/checkouts', { items: [SHIRT] })
  await shop.api('POST', `/api/checkouts/${session.uuid}/expire`)
  const nobody = 'A'.repeat(22)
  const pairs = [
    ['/l/nobody-has-it', `/l/${archived.slug}`],
    [`/s/${nobody}`, new URL(session.url).pathname],
  ] as const
  const robot = buyerAt(gateway)
  for (const [unknown, gone] of pairs) {
    const ratio = async () => {
      const [ofUnknown, ofGone]: [number[], number[]] = [[], []]
      for (let n = 0; n < 200; n++) {
        ofUnknown.push(await timeOf(() => robot.get(unknown)))
        ofGone.push(await timeOf(() => robot.get(gone)))
      }
      return quickest(ofGone) / quickest(ofUnknown)
    }
    const ratios = [await ratio(), await ratio(), await ratio()]
    const shown = `${gone}: ${ratios.map(one => one.toFixed(2)).join(', ')} times as long`
    // A statement more makes it 1.15 and more, each time; a machine that was busy for a moment does so once.
    assert.ok(Math.min(...ratios) < 1.11 && Math.max(...ratios) > 0.9, shown)
  }
})
