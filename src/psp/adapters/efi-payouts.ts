// Payouts in Efí's form: PUT /v3/gn/pix/{idEnvio}. A repeated idEnvio is refused with 409 for ever, so sending one id again can never
// pay twice: 409 means look it up. Its answers are read leniently where that is safe; an unknown word makes its entry unreadable, and is
// never guessed at.
import { toReais } from '#kernel/money.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Reply } from '../client/http.ts'
import type { Outcome, PayOut, Payout, PayoutRequest, PayoutReturn } from '../port.ts'
import { documentBody } from './charge-body.ts'
import { DEFAULT_PAGE, listedOf, listQuery } from './list-page.ts'
import { recipientIn } from './recipient.ts'
import { amountOf, fields, lookupOf, meaningOf, oneOrMore, outcomeOf, text, timeOf } from './reply.ts'

interface PayoutSettings {
  http: PspHttp
  /** The payer's own. */
  pixKey: string
  itemsPerPage?: number
}

const DUPLICATE = 409

/** Refusals because of the operator's own account: the payout or the refund is still valid and waits. */
const OPERATORS_TROUBLE = new Set(['saldo_insuficiente', 'webhook_nao_cadastrado'])

export function efiPayouts({ http, pixKey, itemsPerPage = DEFAULT_PAGE }: PayoutSettings): PayOut {
  const find = async (payoutId: string): Promise<Outcome<Payout | null>> =>
    lookupOf(await http.call('GET', `/v2/gn/pix/enviados/id-envio/${payoutId}`), body => readAsked(body, payoutId))
  return {
    capabilities: { resubmit: 'forever', lookup: true, namesPayee: true },
    find,
    async submit(request) {
      const reply = await http.call('PUT', `/v3/gn/pix/${request.payoutId}`, payoutBody(request, pixKey))
      return reply.status === DUPLICATE ? known(await find(request.payoutId)) : submitted(reply, request)
    },
    async list(period, page) {
      const reply = await http.call('GET', `/v2/gn/pix/enviados?${listQuery(period, page, itemsPerPage)}`)
      return listedOf(reply, { page, itemsPerPage, read: readPayout, unreadWithin: unreadReturns })
    },
  }
}

/** The id was sent before, so the PSP must know it; if it answers otherwise it contradicts itself and is asked again. */
function known(found: Outcome<Payout | null>): Outcome<Payout> {
  if (found.kind !== 'done') return { kind: 'unknown', reason: `a duplicate id: ${found.reason}` }
  if (found.value === null) return { kind: 'unknown', reason: 'a duplicate id that the PSP does not find' }
  return { kind: 'done', value: found.value }
}

const submitted = (reply: Reply, request: PayoutRequest): Outcome<Payout> =>
  waiting(outcomeOf(reply, body => readAnswer(body, request)))

export function waiting<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'refused' || !OPERATORS_TROUBLE.has(outcome.code)) return outcome
  return { kind: 'unknown', reason: `${outcome.code}: ${outcome.reason}`, alert: true }
}

function payoutBody(request: PayoutRequest, payerKey: string) {
  const document = request.holderDocument
  return {
    valor: toReais(request.amount),
    pagador: { chave: payerKey, ...(request.description !== undefined && { infoPagador: request.description }) },
    favorecido: {
      chave: request.pixKey,
      ...(document !== undefined && documentBody(document)),
    },
  }
}

// The answer to the request need not repeat the amount. The request's own amount is used then, but nothing counts as paid
// before a lookup has returned the amount.
function readAnswer(body: unknown, request: PayoutRequest): Payout | null {
  const reported = fields(body).valor ?? null
  if (reported !== null) return readAsked(body, request.payoutId)
  const payout = readAsked({ ...fields(body), valor: toReais(request.amount) }, request.payoutId)
  return payout?.state === 'paid' ? { ...payout, state: 'processing' } : payout
}

/** The payout of the query; an answer about another one is no answer. */
function readAsked(body: unknown, payoutId: string): Payout | null {
  const payout = readPayout(body)
  return text(fields(body).idEnvio) === payoutId ? payout : null
}

const PAYOUT_STATES: Record<string, Payout['state']> = {
  EM_PROCESSAMENTO: 'processing',
  REALIZADO: 'paid',
  NAO_REALIZADO: 'failed',
}

/** A Pix that was sent from the same account in another way has no id of ours: its end-to-end id is used instead. */
function readPayout(body: unknown): Payout | null {
  const sent = fields(body)
  // The documentation and the SDK name this field differently.
  const endToEndId = text(sent.endToEndId) ?? text(sent.e2eId)
  const payoutId = text(sent.idEnvio) ?? endToEndId
  const amount = amountOf(sent.valor)
  const state = meaningOf(PAYOUT_STATES, sent.status)
  if (payoutId === null || amount === null || state === null) return null
  const pixKey = text(fields(sent.favorecido).chave)
  const recipient = recipientIn(sent.favorecido)
  const error = fields(sent.erro ?? fields(sent.gnExtras).erro)
  const code = text(error.codigo) ?? 'NAO_REALIZADO'
  const failure = { code, reason: text(error.motivo) ?? code }
  return {
    payoutId,
    endToEndId,
    amount,
    pixKey,
    ...(recipient !== null && { recipient }),
    // A lookup names the recipient: a payment without one is not accepted as paid yet.
    state: state === 'paid' && pixKey === null ? 'processing' : state,
    ...(state === 'failed' && { failure }),
    requestedAt: timeOf(fields(sent.horario).solicitacao),
    returns: returnsIn(body).flatMap(entry => readReturn(entry) ?? []),
  }
}

/** The number of returns of a sent Pix that were left out as unreadable. */
const unreadReturns = (body: unknown): number => returnsIn(body).filter(entry => readReturn(entry) === null).length

/** A return that is still under way, or never arrived, does not count yet. */
const returnsIn = (body: unknown): unknown[] =>
  oneOrMore(fields(body).devolucoes).filter(entry => !NO_RETURN.includes(text(fields(entry).status) ?? ''))

const NO_RETURN = ['EM_PROCESSAMENTO', 'NAO_REALIZADO']

function readReturn(entry: unknown): PayoutReturn | null {
  const { rtrId: id, valor, horario, status } = fields(entry)
  // Efí's form has no status: a listed return has arrived.
  if ((text(status) ?? 'DEVOLVIDO') !== 'DEVOLVIDO') return null
  const rtrId = text(id)
  const amount = amountOf(valor)
  const returnedAt = timeOf(fields(horario).liquidacao ?? horario)
  if (rtrId === null || amount === null || returnedAt === null) return null
  return { rtrId, amount, returnedAt }
}
