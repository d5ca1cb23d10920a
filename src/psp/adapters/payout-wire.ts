// Translates Efí's form of a sent Pix into the port's. Lenient where that is safe; an unknown word makes its entry unreadable,
// and is never guessed at.
import { toReais } from '#kernel/money.ts'
import type { Payout, PayoutRequest, PayoutReturn } from '../port.ts'
import { documentBody } from './charge-body.ts'
import { recipientIn } from './recipient.ts'
import { amountOf, fields, meaningOf, oneOrMore, text, timeOf } from './reply.ts'

export function payoutBody(request: PayoutRequest, payerKey: string) {
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
export function readAnswer(body: unknown, request: PayoutRequest): Payout | null {
  const reported = fields(body).valor ?? null
  if (reported !== null) return readAsked(body, request.payoutId)
  const payout = readAsked({ ...fields(body), valor: toReais(request.amount) }, request.payoutId)
  return payout?.state === 'paid' ? { ...payout, state: 'processing' } : payout
}

/** The payout of the query; an answer about another one is no answer. */
export function readAsked(body: unknown, payoutId: string): Payout | null {
  const payout = readPayout(body)
  return text(fields(body).idEnvio) === payoutId ? payout : null
}

const PAYOUT_STATES: Record<string, Payout['state']> = {
  EM_PROCESSAMENTO: 'processing',
  REALIZADO: 'paid',
  NAO_REALIZADO: 'failed',
}

/** A Pix that was sent from the same account in another way has no id of ours: its end-to-end id is used instead. */
export function readPayout(body: unknown): Payout | null {
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
export const unreadReturns = (body: unknown): number =>
  returnsIn(body).filter(entry => readReturn(entry) === null).length

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
