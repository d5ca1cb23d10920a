// A seller's server, as they would write it against the package: the main job, with what it saw on stdout. It is compiled strictly and run
// against the packed SDK, as an ES module and as CommonJS. Only fetch, the package and Node's own server.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, Porteira, VerificationError, verifyWebhook, type WebhookEvent } from '@porteira/sdk'

const { PORTEIRA_URL = '', PORTEIRA_PUBLIC_KEY = '', PORTEIRA_PRIVATE_KEY = '' } = process.env

const keys = { publicKey: PORTEIRA_PUBLIC_KEY, privateKey: PORTEIRA_PRIVATE_KEY }
const porteira = new Porteira({ ...keys, baseUrl: PORTEIRA_URL })

interface Hook {
  server: Server
  url: string
  /** The first of this type, verified. */
  hears(type: WebhookEvent['type']): Promise<WebhookEvent>
  secret: string
}

async function openHook(): Promise<Hook> {
  const heard: WebhookEvent[] = []
  const waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const event = await verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, secret: hook.secret })
      heard.push(event)
      response.writeHead(200).end()
      for (const look of waiting.splice(0)) look()
    } catch (error) {
      response.writeHead(error instanceof VerificationError ? error.statusCode : 500).end()
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const hook: Hook = {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret: '',
    async hears(type) {
      for (;;) {
        const found = heard.find(event => event.type === type)
        if (found !== undefined) return found
        await new Promise<void>(look => waiting.push(look))
      }
    },
  }
  return hook
}

/** An event is listed once every transaction that began before it has ended: on a busy database that takes a moment. */
async function eventsOfSales(atLeast: number) {
  for (;;) {
    const events = await porteira.events.list({ limit: 2, type: 'sale.paid,sale.pending' }).take(10)
    if (events.length >= atLeast) return events
    await new Promise(wake => setTimeout(wake, 100))
  }
}

async function refusalOf(asked: PromiseLike<unknown>) {
  try {
    await asked
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return {
      name: error.name,
      status: error.status,
      code: error.code,
      field: error.field,
      hasId: error.requestId !== null,
    }
  }
}

async function main(): Promise<void> {
  const hook = await openHook()
  try {
    const { id, secret } = await porteira.webhooks.create({
      webhookUrl: hook.url,
      events: ['sale.paid', 'withdrawal.completed', 'refund.completed'],
    })
    hook.secret = secret
    const before = await porteira.balance.get()
    const sale = await porteira.sales.create({
      amount: 300_00,
      paymentMethod: 'PIX',
      customer: { name: 'Maria Silva', document: '529.982.247-25' },
      items: [{ title: 'Camiseta', unitPrice: 300_00, quantity: 1 }],
      externalReference: 'pedido-1',
    })
    await porteira.sales.simulatePayment(sale.uuid)
    const paid = await hook.hears('sale.paid')
    const cashout = await porteira.cashouts.create({ amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })
    const sent = await hook.hears('withdrawal.completed')
    const refund = await porteira.refunds.create(sale.uuid, { amount: 50_00 })
    const returned = await hook.hears('refund.completed')
    const expanded = await porteira.sales.get(sale.uuid, { expand: 'payment' })
    const body = { amount: 10_00, paymentMethod: 'PIX' as const, customer: { name: 'Rui' } }
    const items = [{ title: 'Adesivo', unitPrice: 10_00, quantity: 1 }]
    for (const externalReference of ['a', 'b']) await porteira.sales.create({ ...body, items, externalReference })
    const listed: string[] = []
    for await (const one of porteira.sales.list({ limit: 1 })) listed.push(one.externalReference ?? '')
    const firstPage = await porteira.sales.list({ limit: 2 })
    const events = await eventsOfSales(4)
    const paidEvents = events.flatMap(event => (event.type === 'sale.paid' ? [event.payload.fee] : []))
    const deliveries = await porteira.deliveries.list(id, { limit: 1 }).take(10)
    const refusals = [
      await refusalOf(porteira.cashouts.create({ amount: 1, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })),
      await refusalOf(porteira.cashouts.create({ amount: 90_000, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' })),
      await refusalOf(porteira.sales.get('00000000-0000-4000-8000-000000000000')),
      await refusalOf(porteira.sales.create({ ...body, amount: 0, items })),
      await refusalOf(porteira.sales.list({ limit: 1000 })),
      await refusalOf(new Porteira({ ...keys, privateKey: 'sk_wrong', baseUrl: PORTEIRA_URL }).balance.get()),
      await refusalOf(porteira.webhooks.update(id, { events: ['sale.nonsense'] })),
    ]
    await porteira.webhooks.delete(id)
    const saw = {
      before,
      paid: paid.type === 'sale.paid' && paid.payload.uuid === sale.uuid && paid.payload.status === 'PAGO',
      sent: sent.type === 'withdrawal.completed' && sent.payload.uuid === cashout.uuid,
      returned: returned.type === 'refund.completed' && returned.payload.uuid === refund.uuid,
      refundedAmount: expanded.refundedAmount,
      listed,
      firstPage: [firstPage.data.length, firstPage.hasMore],
      events: [events.length, paidEvents.length],
      deliveries: deliveries.map(delivery => delivery.event),
      refusals,
      webhooks: (await porteira.webhooks.list()).length,
      after: await porteira.balance.get(),
    }
    process.stdout.write(`${JSON.stringify(saw)}\n`)
  } finally {
    hook.server.closeAllConnections()
    hook.server.close()
  }
}

void main()
