// The sales as people look for them: by anything that names one, page by page, and one with all that is known of it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { searchFor } from '#sale/list/search.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { writeManySales } from '../statement/many.ts'
import { paid, refunded } from './refunding.ts'
import { SALE } from './selling.ts'

interface Listed {
  id: number
  uuid: string
}

interface ShownSale extends Listed {
  status: string
  expired: boolean
}

describe('the sales in the panel', () => {
  let gateway: TestGateway
  let shop: Shop
  let seller: Seller
  let receiver: Receiver
  let joao: Listed & { externalTransactionId: string }
  let maria: Listed
  before(async () => {
    gateway = await openTestGateway()
    receiver = await openReceiver()
    shop = await openShop(gateway)
    seller = shop.seller
    joao = await sold({ name: 'João da Conceição', email: 'Joao@Example.com', document: '529.982.247-25' }, 'pedido-1')
    maria = await sold({ name: 'Maria 100% Silva_', email: 'maria@example.com' }, 'pedido-2')
  })
  after(async () => {
    await receiver[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
  })

  const sold = async (customer: object, externalReference: string) =>
    (await seller.api('POST', '/api/transactions', { ...SALE, customer, externalReference })).body

  async function list(query = ''): Promise<number[]> {
    const { status, body, text } = await shop.person.call('GET', `/api/sales?${query}`)
    assert.equal(status, 200, text)
    return body.data.map(({ id }: Listed) => id)
  }
  const found = (q: string) => list(`q=${encodeURIComponent(q)}`)

  it('are found by anything that names one of them', async () => {
    const paidOne = await paid(gateway, seller)
    const names = [joao.id, joao.uuid, joao.uuid.toUpperCase(), joao.externalTransactionId, 'pedido-1', ' pedido-1 ']
    for (const name of [...names, '52998224725', '529.982.247-25', 'joao', 'JOÃO DA', 'conceicao', 'joao@example'])
      assert.deepEqual(await found(String(name)), [joao.id], String(name))
    assert.deepEqual(await found(paidOne.endToEndId), [paidOne.id])
    for (const name of ['100% s', 'silva_', 'MARIA@']) assert.deepEqual(await found(name), [maria.id], name)
    for (const name of [
      '.*',
      'jo.o',
      '%',
      'x_',
      '(',
      '[a',
      '\\',
      'pedido',
      '00000000000',
      crypto.randomUUID(),
      '9999999',
    ])
      assert.deepEqual(await found(name), name === '%' ? [maria.id] : [], name)
  })

  it('are read by status and by days of São Paulo, the newest first', async () => {
    const all = await list('limit=100')
    assert.deepEqual(
      all,
      all.toSorted((one, other) => other - one),
    )
    const pending = await list('status=PENDENTE')
    assert.deepEqual(pending, [maria.id, joao.id])
    assert.deepEqual(await list('status=PENDENTE&q=joao'), [joao.id])
    assert.deepEqual(await list('status=PAGO&q=pedido-1'), [])
    assert.deepEqual(await list('status=MED'), [])
    assert.deepEqual(await list(`to=${new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)}`), [])
    assert.deepEqual(await list(`from=${new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)}&limit=100`), all)
    for (const query of ['status=NOTHING', 'from=x', 'to=2026-02-30', 'cursor=x', 'q=', 'limit=0'])
      assert.equal((await shop.person.call('GET', `/api/sales?${query}`)).status, 400, query)
  })

  it('are shown with their life, and with links to what was sent of it', async () => {
    await shop.signed(receiver, ['sale.pending', 'sale.paid'])
    const sale = await paid(gateway, seller, 100_00)
    await refunded(seller, sale, { amount: 40_00 })
    const { body } = await shop.person.call('GET', `/api/sales/${sale.uuid}`)
    assert.deepEqual([body.id, body.refundedAmount, body.endToEndId], [sale.id, 40_00, sale.endToEndId])
    const types = body.timeline.map(({ type, amount }: { type: string; amount: number }) => [type, amount])
    assert.deepEqual(types, [
      ['CREATED', 100_00],
      ['PAID', 100_00],
      ['REFUND_REQUESTED', 40_00],
      ['REFUND_COMPLETED', 40_00],
    ])
    assert.deepEqual(
      body.notifications.map(({ event }: { event: string }) => event),
      ['sale.pending', 'sale.paid'],
    )
    for (const { deliveries, event } of body.notifications) {
      assert.equal(deliveries.length, 1, event)
      const delivery = await shop.person.call('GET', deliveries[0].link)
      assert.deepEqual([delivery.body.id, delivery.body.event], [deliveries[0].id, event])
    }
    assert.equal((await shop.person.call('GET', `/api/sales/${crypto.randomUUID()}`)).status, 404)
    assert.equal((await shop.person.call('GET', '/api/sales/x')).status, 400)
    const stranger = await openShop(gateway)
    assert.equal((await stranger.person.call('GET', `/api/sales/${sale.uuid}`)).status, 404)
    assert.deepEqual((await stranger.person.call('GET', `/api/sales?q=${sale.uuid}`)).body.data, [])
    await assertBooks(gateway)
  })

  it('are read by method of payment, page by page, with sums and as a file', async () => {
    // A gateway of its own: methods are written by SQL, and no books could agree with that.
    await using gateway = await openTestGateway()
    const other = await openShop(gateway)
    const make = async (name: string, paymentMethod: string) => {
      const { body } = await other.seller.api('POST', '/api/transactions', { ...SALE, customer: { name } })
      await gateway.db.query(
        sql`update sale set seal = default, payment_method = ${paymentMethod} where uuid = ${body.uuid}`,
      )
      return body.id as number
    }
    const boleto = await make('Ana', 'BOLETO')
    const pix = await make('Bia', 'PIX')
    const card = await make('Caio', 'CREDIT_CARD')
    const second = await make('Ana', 'BOLETO')
    const read = async (query: string) => {
      const { body } = await other.person.call('GET', `/api/sales?${query}`)
      return { ids: body.data.map(({ id }: Listed) => id), next: body.nextCursor as string | null }
    }
    const first = await read('method=BOLETO&limit=1')
    assert.deepEqual(first.ids, [second])
    assert.deepEqual((await read(`method=BOLETO&limit=1&cursor=${first.next}`)).ids, [boleto])
    assert.deepEqual((await read('method=PIX')).ids, [pix])
    assert.deepEqual((await read('method=CREDIT_CARD&status=PENDENTE&q=Caio')).ids, [card])
    assert.deepEqual((await read('method=CREDIT_CARD&q=Ana')).ids, [])
    assert.deepEqual((await read('method=TRANSFER')).ids, [])
    assert.equal((await other.person.call('GET', '/api/sales/totals?method=BOLETO')).body.count, 2)
    const file = await other.person.call('GET', '/api/sales/export.csv?method=DEBIT_CARD&format=iso')
    assert.equal(file.text.trim().split('\n').length, 1)
    const boletos = await other.person.call('GET', '/api/sales/export.csv?method=BOLETO&format=iso')
    assert.equal(boletos.text.match(/,BOLETO,/g)?.length, 2)
    assert.equal((await other.person.call('GET', '/api/sales?method=CASH')).status, 400)
  })

  it('come in pages, each once, whichever way they are found', async () => {
    const other = await openShop(gateway)
    const { accountId } = other.seller
    const from = new Date(Date.now() - 10 * DAY_MS)
    await writeManySales(gateway.db, { accountId, sales: 2_600, from, everyMs: 60_000 })
    async function whole(query: string): Promise<number[]> {
      const ids: number[] = []
      for (let cursor = ''; ; ) {
        const { body } = await other.person.call('GET', `/api/sales?limit=100&${query}${cursor}`)
        ids.push(...body.data.map(({ id }: Listed) => id))
        if (body.nextCursor === null) return ids
        cursor = `&cursor=${body.nextCursor}`
      }
    }
    const all = await whole('')
    assert.deepEqual([all.length, new Set(all).size], [2_600, 2_600])
    // A rare status is found by itself, a frequent one along with the others.
    assert.equal((await whole('status=PENDENTE')).length, 650)
    const named = Array.from({ length: 2_600 }, (_, n) => `cliente${n + 1}`).filter(name => name.startsWith('cliente1'))
    assert.equal((await whole('q=cliente1')).length, named.length)
    await gateway.db.query(sql`
      update sale set seal = default, customer_document = '52998224725' where account_id = ${accountId} and id <> ${all[7]}`)
    assert.deepEqual(
      await whole('q=529.982.247-25'),
      all.filter(id => id !== all[7]),
    )
    await gateway.db.query(sql`
      update sale set seal = default, status = 'PAGO', completed_at = created_at where account_id = ${accountId}`)
    assert.deepEqual(await whole('status=PAGO'), all)
  })

  it('are looked for by nothing that is only blanks', () => {
    assert.equal(searchFor('  '), null)
    assert.equal(searchFor('a@b')?.name, null)
    assert.equal(searchFor('ção')?.name, '[cçCÇ][aáàâãäAÁÀÂÃÄ][oóòôõöOÓÒÔÕÖ]')
  })

  it('that were not paid in time are told from cancelled ones, and have a filter of their own', async () => {
    const other = await openShop(gateway)
    const late = await other.seller.sell(20_00, { pix: { expiresInSeconds: 60 } })
    const cancelled = await other.seller.sell(10_00)
    await other.seller.api('POST', `/api/transactions/${cancelled.uuid}/cancel`)
    await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 61 } })
    gateway.advance(61_000)
    await other.seller.reaches(`/api/transactions/${late.uuid}`, 'CANCELADO')
    const open = await other.seller.sell(30_00)
    const asked = async (query: string) => {
      const { body, text } = await other.person.call('GET', `/api/sales?${query}`)
      return body.data?.map(({ id, status, expired }: ShownSale) => [id, status, expired]) ?? text
    }
    const [expiredLine, cancelledLine] = [
      [late.id, 'CANCELADO', true],
      [cancelled.id, 'CANCELADO', false],
    ]
    assert.deepEqual(await asked(''), [[open.id, 'PENDENTE', false], cancelledLine, expiredLine])
    assert.deepEqual(await asked('status=CANCELADO'), [cancelledLine, expiredLine])
    assert.deepEqual(await asked('status=CANCELADO&expired=true'), [expiredLine])
    assert.deepEqual(await asked('status=CANCELADO&expired=false'), [cancelledLine])
    assert.deepEqual(await asked('expired=true&status=PENDENTE'), [])
    for (const [sale, expired] of [
      [late, true],
      [cancelled, false],
    ] as const)
      assert.equal((await other.person.call('GET', `/api/sales/${sale.uuid}`)).body.expired, expired)
    const { text } = await other.person.call('GET', '/api/sales/export.csv?format=iso&expired=true')
    assert.deepEqual(
      text
        .split('\r\n')
        .slice(1)
        .filter(line => line !== '')
        .map(line => line.split(',')[0]),
      [`${late.id}`],
    )
    // The contract of the public API knows one status for both, and nothing else of it.
    const reported = (await other.seller.api('GET', `/api/transactions/${late.uuid}?expand=payment`)).body
    assert.deepEqual([reported.status, 'expired' in reported], ['CANCELADO', false])
  })
})
