// Efí's form of the Pix API: the Central Bank's, with payouts (PUT /v3/gn/pix/{idEnvio}) and the balance. A repeated idEnvio is
// refused with 409 for ever, so sending one id again can never pay twice: 409 means look it up. For an unknown object the
// answer is 400 with a `nome` of its own, except for sent Pix and infractions (404).
import type { Centavos } from '#kernel/money.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Reply } from '../client/http.ts'
import { type CollectSettings, efiCollect } from '../collect/efi.ts'
import { hintsIn } from '../inbox/callback-wire.ts'
import type { Hint, Outcome, PayOut, Payout, PayoutRequest, Psp, RefundRequest } from '../port.ts'
import { type AbsentWords, type BcbSettings, openBcb, receivedHint } from './bcb.ts'
import { efiDisputes } from './efi-disputes.ts'
import { DEFAULT_PAGE, listedOf, listQuery } from './list-page.ts'
import { payoutBody, readAnswer, readAsked, readPayout, unreadReturns } from './payout-wire.ts'
import { amountOf, fields, lookupOf, outcomeOf, text } from './reply.ts'

export interface EfiSettings extends BcbSettings {
  /** Absent: it issues no boletos. */
  collect?: CollectSettings | null
}

export function openEfi(settings: EfiSettings): Psp {
  const { http, mtlsCallbacks, collect = null } = settings
  const registrationHeaders = mtlsCallbacks ? {} : WITHOUT_CLIENT_CERTIFICATE
  const bcb = openBcb({ ...settings, absentWords: ABSENT, registrationHeaders })
  return {
    ...bcb,
    payIn: { ...bcb.payIn, refund: async request => waiting(await bcb.payIn.refund(undescribed(request))) },
    payOut: payOutOf(settings),
    balance: () => balanceOf(http),
    disputes: efiDisputes(settings),
    ...(collect !== null && { collect: efiCollect(collect) }),
    readCallback: body => hintsIn(body, readEntry),
    close: async () => {
      await Promise.all([bcb.close(), collect?.http.close()])
    },
  }
}

/**
 * The `nome` of the very object of the query. "No such Pix" as the answer about a refund is none of them: the Pix was received,
 * so the PSP contradicts itself and the refund stays unknown.
 */
const ABSENT: AbsentWords = {
  charge: 'cobranca_nao_encontrada',
  received: 'pix_nao_encontrado',
  refund: 'devolucao_nao_encontrada',
  callbacks: 'webhook_nao_encontrado',
}

/** Efí's form of a refund has the amount alone, and a body with any other field is refused. */
const undescribed = ({ endToEndId, refundId, amount }: RefundRequest): RefundRequest => ({
  endToEndId,
  refundId,
  amount,
})

/**
 * Efí first checks that our address refuses callers without its certificate, unless it is configured not to. Without a server
 * that requires certificates the token in the path authenticates the caller; in any case the content of a callback is confirmed
 * with the PSP before it is used.
 */
const WITHOUT_CLIENT_CERTIFICATE = { 'x-skip-mtls-checking': 'true' }

async function balanceOf(http: PspHttp): Promise<Outcome<Centavos>> {
  return outcomeOf(await http.call('GET', '/v2/gn/saldo'), body => amountOf(fields(body).saldo))
}

const DUPLICATE = 409

/** Refusals because of the operator's own account: the payout or the refund is still valid and waits. */
const OPERATORS_TROUBLE = new Set(['saldo_insuficiente', 'webhook_nao_cadastrado'])

function payOutOf({ http, pixKey, itemsPerPage = DEFAULT_PAGE }: BcbSettings): PayOut {
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

function waiting<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'refused' || !OPERATORS_TROUBLE.has(outcome.code)) return outcome
  return { kind: 'unknown', reason: `${outcome.code}: ${outcome.reason}`, alert: true }
}

/** Efí calls one address for both directions: an entry with an idEnvio is about a payout, any other about an incoming payment. */
function readEntry(entry: unknown): Hint | null {
  const payoutId = text(fields(fields(entry).gnExtras).idEnvio)
  return payoutId === null ? receivedHint(entry) : { about: 'payout', payoutId }
}
