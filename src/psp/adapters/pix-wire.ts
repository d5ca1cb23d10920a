// Translates the Central Bank's form of charges, received Pix and returns into the port's. Lenient where that is safe: new
// fields and new orders break nothing. An unknown word makes its entry unreadable; it is never guessed at.
import { createHash } from 'node:crypto'
import type { Centavos } from '#kernel/money.ts'
import type { Charge, Received, Refund } from '../port.ts'
import { amountOf, fields, idOf, list, meaningOf, oneOrMore, text, timeOf } from './reply.ts'

const CHARGE_STATES: Record<string, Charge['state']> = {
  ATIVA: 'open',
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
}

/** Reads the charge of the query; an answer about another one is no answer. */
export const readCharge =
  (txid: string) =>
  (body: unknown): Charge | null => {
    const cob = fields(body)
    const amount = amountOf(fields(cob.valor).original)
    const state = meaningOf(CHARGE_STATES, cob.status)
    if (text(cob.txid) !== txid || amount === null || state === null) return null
    // A payment listed under its charge need not name it again.
    const payments = list(cob.pix).flatMap(pix => readReceived(pix) ?? [])
    const linked = payments.map(received => ({ ...received, txid: received.txid ?? txid }))
    return { txid, amount, state, brCode: text(cob.pixCopiaECola), payments: linked }
  }

/** Unreadable returns are left out: the money arrived all the same, and has to be booked. */
export function readReceived(body: unknown): Received | null {
  const pix = fields(body)
  const endToEndId = idOf(pix.endToEndId)
  const amount = amountOf(pix.valor)
  const paidAt = timeOf(pix.horario)
  if (endToEndId === null || amount === null || paidAt === null) return null
  const message = text(pix.infoPagador)
  const payer = fields(pix.pagador ?? fields(pix.gnExtras).pagador)
  return {
    endToEndId,
    txid: text(pix.txid),
    amount,
    paidAt,
    payer: { name: text(payer.nome) ?? '', document: text(payer.cpf) ?? text(payer.cnpj) ?? '' },
    ...(message !== null && { message }),
    refunds: oneOrMore(pix.devolucoes).flatMap(devolucao => readRefund(devolucao, endToEndId) ?? []),
  }
}

/**
 * Whether a Pix names another key as its destination. A bank account may have several keys, each with a PSP account of its own
 * here, and the PSP lists the payments to all of them; a Pix without a key may be ours.
 */
export function isOfAnotherKey(body: unknown, pixKey: string): boolean {
  const key = text(fields(body).chave)
  return key !== null && bare(key) !== bare(pixKey)
}

/** Some PSPs write a key with its dots, dashes and plus, and others without. */
const bare = (key: string) => key.toLowerCase().replace(/[^a-z0-9@]/g, '')

/** The number of returns of a received Pix that were left out. */
export function unreadRefunds(body: unknown): number {
  const { devolucoes, endToEndId } = fields(body)
  return oneOrMore(devolucoes).filter(devolucao => readRefund(devolucao, idOf(endToEndId)) === null).length
}

/**
 * The same for the same refund, whatever ids the PSP adds to it later; null where it may be one that was requested here. No id of ours has
 * its length.
 */
function derivedId(
  endToEndId: string | null,
  { nature, requestedAt, amount }: { nature: string | null; requestedAt: Date | null; amount: Centavos },
): string | null {
  if (endToEndId === null || !nature?.startsWith('MED_')) return null
  const parts = [endToEndId, nature, requestedAt?.toISOString() ?? '', amount]
  return createHash('sha256').update(parts.join('/')).digest('hex').slice(0, DERIVED_CHARACTERS)
}

const DERIVED_CHARACTERS = 35

/** Of a PSP that gives no reason this is all that it said. */
const NOT_EXECUTED = 'NAO_REALIZADO'

const REFUND_STATES: Record<string, Refund['state']> = {
  EM_PROCESSAMENTO: 'processing',
  DEVOLVIDO: 'done',
  [NOT_EXECUTED]: 'failed',
}

/** `endToEndId`: of the Pix that it is listed with. */
export function readRefund(body: unknown, endToEndId: string | null = null): Refund | null {
  const devolucao = fields(body)
  const amount = amountOf(devolucao.valor)
  const state = meaningOf(REFUND_STATES, devolucao.status)
  if (amount === null || state === null) return null
  const nature = text(devolucao.natureza)
  // Some PSPs report one time, and others one for each step.
  const requestedAt = timeOf(fields(devolucao.horario).solicitacao ?? devolucao.horario)
  const rtrId = text(devolucao.rtrId)
  // A PSP-initiated refund may have no id of ours; what reimburses another bank is no return, and may have no id at all.
  const given = text(devolucao.id) ?? rtrId
  const derived = derivedId(endToEndId, { nature, requestedAt, amount })
  const refundId = given ?? derived
  if (refundId === null) return null
  const failure = { code: NOT_EXECUTED, reason: text(devolucao.motivo) ?? NOT_EXECUTED }
  return {
    refundId,
    ...(given !== null && derived !== null && { earlierId: derived }),
    rtrId,
    amount,
    state,
    nature,
    ...(requestedAt !== null && { requestedAt }),
    ...(state === 'failed' && { failure }),
  }
}
