// The statement of the sandbox bank: credits that are no Pix. As its buyer, it exists for the sandbox's own account in a gateway that was
// started with the sandbox bank. No PSP whose adapter comes with the gateway lists them; there the bank's files are uploaded.
import { isSandboxAccount } from '../accounts/first-account.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Listed, Movement, Movements } from '../port.ts'
import type { PspAccount } from '../store.ts'
import { amountOf, fields, outcomeOf, text, timeOf } from './reply.ts'

export function sandboxStatementOf(account: PspAccount, http: PspHttp, withSandbox: boolean): Movements | null {
  if (!withSandbox || !isSandboxAccount(account)) return null
  return {
    async list({ from, to }, page) {
      const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), page: String(page) })
      return outcomeOf(await http.call('GET', `/sandbox/movements?${query}`), readPage)
    },
  }
}

function readPage(body: unknown): Listed<Movement> | null {
  const { data, more } = fields(body)
  if (!Array.isArray(data)) return null
  const read = data.map(entry => ({ entry, item: readMovement(entry) }))
  return {
    items: read.flatMap(({ item }) => item ?? []),
    unread: read.flatMap(({ entry, item }) => (item === null ? [text(fields(entry).id) ?? 'without an id'] : [])),
    more: more === true,
  }
}

function readMovement(entry: unknown): Movement | null {
  const { id, amount, receivedAt, payer, message } = fields(entry)
  const [lineId, centavos, paidAt] = [text(id), amountOf(amount), timeOf(receivedAt)]
  if (lineId === null || centavos === null || paidAt === null) return null
  const { name, document } = fields(payer)
  return {
    lineId,
    amount: centavos,
    paidAt,
    payer: { name: text(name) ?? '', document: text(document) ?? '' },
    message: text(message),
  }
}
