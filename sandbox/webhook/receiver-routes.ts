// /webhookrec and /webhookcobr: where the receiver wants to be called about its recurrences and their charges. One address each, for all
// of its keys.
import { Type } from 'typebox'
import { retryCallbacksNow } from '../callback/queue.ts'
import type { Caller } from '../callbacks.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
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

export function receiverWebhookRoutes(httpServer: HttpServer, bank: Bank, caller: Caller, topic: Topic): void {
  const path = `/v2/webhook${topic}`
  const { read, write } = RULES[topic]

  httpServer.put(path, { config: write, schema: { body: Body } }, async ({ body: { webhookUrl }, headers }, reply) => {
    if (!isHttpUrl(webhookUrl)) throw write.bank.refuse([notAnAddress(webhookUrl)])
    const skipsMtls = headers['x-skip-mtls-checking'] === 'true'
    const violation = await unproven(bank, caller, webhookUrl, skipsMtls)
    if (violation !== null) throw write.bank.refuse([{ ...violation, propriedade: 'webhookUrl' }])
    bank.database.transaction(() => {
      keepReceiverWebhook(bank, topic, webhookUrl)
      retryCallbacksNow(bank, topic)
    })
    return reply.code(bank.dialect().registered).send(wireOf(found(bank, topic)))
  })

  httpServer.get(path, { config: read }, async () => wireOf(found(bank, topic)))

  httpServer.delete(path, { config: write }, async (_request, reply) => {
    if (!dropReceiverWebhook(bank, topic)) throw problem('WebhookRecebedorNaoEncontrado')
    return reply.code(204).send()
  })
}

function found(bank: Bank, topic: Topic): ReceiverWebhook {
  const webhook = findReceiverWebhook(bank, topic)
  if (webhook === undefined) throw problem('WebhookRecebedorNaoEncontrado')
  return webhook
}

const wireOf = ({ url, created_at }: ReceiverWebhook) => ({
  webhookUrl: url,
  criacao: new Date(created_at).toISOString(),
})
