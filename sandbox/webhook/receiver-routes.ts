// /webhookrec and /webhookcobr: where the receiver wants to be called about its recurrences and their charges. One address each, for all
// of its keys.
import { Type } from 'typebox'
import { retryCallbacksNow } from '../callback/queue.ts'
import type { Caller } from '../callbacks.ts'
import type { House } from '../house.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { problem } from '../refused.ts'
import { isHttpUrl, notAnAddress, type Topic } from './address.ts'
import { unproven } from './proof.ts'
import { dropReceiverWebhook, findReceiverWebhook, keepReceiverWebhook, type ReceiverWebhook } from './store.ts'

const Body = Type.Object({ webhookUrl: Type.String({ minLength: 1, maxLength: 2_000 }) })

const RULES = {
  rec: {
    write: { bank: { scope: 'webhookrec.write', refuse: invalid('WebhookRecOperacaoInvalida') } },
    read: { bank: { scope: 'webhookrec.read', refuse: invalid('WebhookRecConsultaInvalida') } },
  },
  cobr: {
    write: { bank: { scope: 'webhookcobr.write', refuse: invalid('WebhookCobROperacaoInvalida') } },
    read: { bank: { scope: 'webhookcobr.read', refuse: invalid('WebhookCobRConsultaInvalida') } },
  },
} as const

export function receiverWebhookRoutes(httpServer: HttpServer, house: House, caller: Caller, topic: Topic): void {
  const path = `/v2/webhook${topic}`
  const { read, write } = RULES[topic]

  httpServer.put(path, { config: write, schema: { body: Body } }, async ({ body: { webhookUrl }, headers }, reply) => {
    if (!isHttpUrl(webhookUrl)) throw write.bank.refuse([notAnAddress(webhookUrl)])
    const skipsMtls = headers['x-skip-mtls-checking'] === 'true'
    const violation = await unproven(house, caller, webhookUrl, skipsMtls)
    if (violation !== null) throw write.bank.refuse([{ ...violation, propriedade: 'webhookUrl' }])
    house.database.transaction(() => {
      keepReceiverWebhook(house, topic, webhookUrl)
      retryCallbacksNow(house, topic)
    })
    return reply.code(house.dialect().registered).send(wireOf(found(house, topic)))
  })

  httpServer.get(path, { config: read }, async () => wireOf(found(house, topic)))

  httpServer.delete(path, { config: write }, async (_request, reply) => {
    if (!dropReceiverWebhook(house, topic)) throw problem('WebhookRecebedorNaoEncontrado')
    return reply.code(204).send()
  })
}

function found(house: House, topic: Topic): ReceiverWebhook {
  const webhook = findReceiverWebhook(house, topic)
  if (webhook === undefined) throw problem('WebhookRecebedorNaoEncontrado')
  return webhook
}

const wireOf = ({ url, created_at }: ReceiverWebhook) => ({
  webhookUrl: url,
  criacao: new Date(created_at).toISOString(),
})
