// Efí's form of the Pix API: the Central Bank's, and beside it the pay-out (PUT /v3/gn/pix/{idEnvio}). A repeated idEnvio
// is refused with 409 for ever, so that sending one id again can never pay twice: 409 means look it up.
import { toReais } from '#kernel/money.ts'
import { amountOf, type BcbSettings, openBcb, receivedHint } from './bcb.ts'
import type { PspHttp, Reply } from './http.ts'
import type { Hint, Outcome, PayOut, Payout, PayoutAsk, Psp } from './port.ts'
import { fields, list, lookupOf, meaningOf, outcomeOf, text } from './reply.ts'

export function openEfi(settings: BcbSettings): Psp {
  return { ...openBcb(settings), payOut: payOutOf(settings.http, settings.pixKey), readCallback }
}

const DUPLICATE = 409

/** Refusals that speak of the operator's own account: the payout is as good as before and waits. */
const OPERATORS_TROUBLE = new Set(['saldo_insuficiente', 'webhook_nao_cadastrado'])

function payOutOf(http: PspHttp, payerKey: string): PayOut {
  const find = async (payoutId: string): Promise<Outcome<Payout | null>> =>
    lookupOf(await http.call('GET', `/v2/gn/pix/enviados/id-envio/${payoutId}`), body => readPayout(body, payoutId))
  return {
    capabilities: { resubmit: 'forever', lookup: true, tellsPayee: true },
    find,
    async submit(ask) {
      const reply = await http.call('PUT', `/v3/gn/pix/${ask.payoutId}`, payoutBody(ask, payerKey))
      return reply.status === DUPLICATE ? known(await find(ask.payoutId)) : submitted(reply, ask)
    },
  }
}

/** The id was sent before, so the PSP must know it; where it says otherwise it contradicts itself and is asked again. */
function known(found: Outcome<Payout | null>): Outcome<Payout> {
  if (found.kind !== 'done') return { kind: 'unknown', reason: `a duplicate id: ${found.reason}` }
  if (found.value === null) return { kind: 'unknown', reason: 'a duplicate id that the PSP does not find' }
  return { kind: 'done', value: found.value }
}

function submitted(reply: Reply, ask: PayoutAsk): Outcome<Payout> {
  const outcome = outcomeOf(reply, body => readAnswer(body, ask))
  if (outcome.kind !== 'refused' || !OPERATORS_TROUBLE.has(outcome.code)) return outcome
  return { kind: 'unknown', reason: `${outcome.code}: ${outcome.reason}`, alarm: true }
}

// The answer to the request need not repeat the amount. The ask's own stands for it then, but nothing counts as paid before
// a lookup has told how much.
function readAnswer(body: unknown, ask: PayoutAsk): Payout | null {
  const told = fields(body).valor ?? null
  if (told !== null) return readPayout(body, ask.payoutId)
  const payout = readPayout({ ...fields(body), valor: toReais(ask.amount) }, ask.payoutId)
  return payout?.state === 'paid' ? { ...payout, state: 'processing' } : payout
}

function payoutBody(ask: PayoutAsk, payerKey: string) {
  const document = ask.holderDocument
  return {
    valor: toReais(ask.amount),
    pagador: { chave: payerKey, ...(ask.description !== undefined && { infoPagador: ask.description }) },
    favorecido: {
      chave: ask.pixKey,
      ...(document !== undefined && { [document.length === 11 ? 'cpf' : 'cnpj']: document }),
    },
  }
}

const PAYOUT_STATES: Record<string, Payout['state']> = {
  EM_PROCESSAMENTO: 'processing',
  REALIZADO: 'paid',
  NAO_REALIZADO: 'failed',
}

/** null also for another payout than the one asked about. */
function readPayout(body: unknown, payoutId: string): Payout | null {
  const sent = fields(body)
  const amount = amountOf(sent.valor)
  const state = meaningOf(PAYOUT_STATES, sent.status)
  if (text(sent.idEnvio) !== payoutId || amount === null || state === null) return null
  // The documentation and the SDK name this field differently.
  const endToEndId = text(sent.endToEndId) ?? text(sent.e2eId)
  const error = fields(sent.erro ?? fields(sent.gnExtras).erro)
  const failure = { code: text(error.codigo) ?? 'NAO_REALIZADO', reason: text(error.motivo) ?? 'refused by the PSP' }
  const pixKey = text(fields(sent.favorecido).chave)
  return { payoutId, endToEndId, amount, pixKey, state, ...(state === 'failed' && { failure }) }
}

/** Efí calls one address for both directions: an entry with an idEnvio is about a pay-out, any other about a receipt. */
function readCallback(body: unknown): Hint[] {
  return list(fields(body).pix).flatMap(entry => {
    const payoutId = text(fields(fields(entry).gnExtras).idEnvio)
    return payoutId === null ? (receivedHint(entry) ?? []) : [{ about: 'payout' as const, payoutId }]
  })
}
