// /webhook: where the customer wants to be called. One address for each key; the suffix /pix is appended as it stands.
import { Type } from 'typebox'
import { retryCallbacksNow } from '../callback/queue.ts'
import type { Caller } from '../callbacks.ts'
import { CUSTOMER } from '../customer.ts'
import { PeriodQuery, paginationOf, parametros, readPage } from '../http/paging.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { isHttpUrl, notAnAddress } from './address.ts'
import { unproven } from './proof.ts'
import { dropWebhook, findWebhook, keepWebhook, listWebhooks, type Webhook } from './store.ts'

const refuse = invalid('WebhookOperacaoInvalida', 'webhook')
const refuseQuery = invalid('WebhookConsultaInvalida')

const Params = Type.Object({ chave: Type.String() })
const Body = Type.Object({ webhookUrl: Type.String({ minLength: 1, maxLength: 2_000 }) })
const Query = Type.Partial(PeriodQuery)

export function webhookRoutes(httpServer: HttpServer, bank: Bank, caller: Caller): void {
  httpServer.put(
    '/v2/webhook/:chave',
    { config: { bank: { scope: 'webhook.write', refuse } }, schema: { params: Params, body: Body } },
    async ({ params: { chave }, body: { webhookUrl }, headers }, reply) => {
      if (chave !== CUSTOMER.pixKey) throw refuse([strange(chave)])
      if (!isHttpUrl(webhookUrl)) throw refuse([notAnAddress(webhookUrl)])
      const skipsMtls = headers['x-skip-mtls-checking'] === 'true'
      const violation = await unproven(bank, caller, webhookUrl, skipsMtls)
      if (violation !== null) throw problem('WebhookNaoProvado', { violacoes: [violation] })
      bank.database.transaction(() => {
        keepWebhook(bank, chave, webhookUrl)
        retryCallbacksNow(bank, chave)
      })
      return reply.code(bank.dialect().registered).send(wireOf(found(bank, chave)))
    },
  )

  httpServer.get(
    '/v2/webhook/:chave',
    { config: { bank: { scope: 'webhook.read', refuse: refuseQuery } }, schema: { params: Params } },
    async ({ params }) => wireOf(found(bank, params.chave)),
  )

  httpServer.delete(
    '/v2/webhook/:chave',
    { config: { bank: { scope: 'webhook.write', refuse } }, schema: { params: Params } },
    async ({ params }, reply) => {
      if (!dropWebhook(bank, params.chave)) throw problem('WebhookNaoEncontrado')
      return reply.code(204).send()
    },
  )

  httpServer.get(
    '/v2/webhook',
    { config: { bank: { scope: 'webhook.read', refuse: refuseQuery } }, schema: { querystring: Query } },
    async ({ query }) => {
      const page = readPage({ inicio: EVER, fim: NEVER, ...query }, refuseQuery)
      const webhooks = listWebhooks(bank, page.from, page.to)
      const asked = page.slice(webhooks)
      return { parametros: parametros(query, paginationOf(page, webhooks.length)), webhooks: asked.map(wireOf) }
    },
  )
}

const EVER = '1970-01-01T00:00:00Z'
const NEVER = '9999-12-31T23:59:59Z'

function found(bank: Bank, chave: string): Webhook {
  const webhook = findWebhook(bank, chave)
  if (webhook === undefined) throw problem('WebhookNaoEncontrado')
  return webhook
}

function wireOf({ url, chave, created_at }: Webhook) {
  return { webhookUrl: url, chave, cnpj: CUSTOMER.cnpj, criacao: new Date(created_at).toISOString() }
}

const strange = (chave: string) => ({
  razao: 'A chave não pertence a este usuário recebedor.',
  propriedade: 'chave',
  valor: chave,
})
