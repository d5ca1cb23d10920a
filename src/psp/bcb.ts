// The Central Bank's Pix API 2.9.0 as a PSP offers it: immediate charges (cob), received Pix, webhooks. It receives only;
// there is no pay-out in that API. Answers are read leniently: new fields, values and orders must not break us.
import { type Centavos, parseReais, toReais } from '#kernel/money.ts'
import type { PspHttp } from './http.ts'
import type { Charge, ChargeAsk, Hint, PayIn, Psp, Received } from './port.ts'
import { fields, list, lookupOf, meaningOf, outcomeOf, text } from './reply.ts'

export interface BcbSettings {
  http: PspHttp
  /** The receiver's own key: charges are made on it and callbacks registered for it. */
  pixKey: string
}

export function openBcb({ http, pixKey }: BcbSettings): Psp {
  return {
    payIn: payInOf(http, pixKey),
    payOut: null,
    registerCallbacks: async webhookUrl =>
      outcomeOf(
        await http.call('PUT', `/v2/webhook/${encodeURIComponent(pixKey)}`, { webhookUrl }),
        () => true as const,
      ),
    readCallback,
    close: () => http.close(),
  }
}

function payInOf(http: PspHttp, pixKey: string): PayIn {
  return {
    createCharge: async ask =>
      outcomeOf(await http.call('PUT', `/v2/cob/${ask.txid}`, cobBody(ask, pixKey)), body => {
        const charge = readCharge(ask.txid)(body)
        // Nobody can pay a charge without its code.
        return charge?.brCode ? charge : null
      }),
    findCharge: async txid => lookupOf(await http.call('GET', `/v2/cob/${txid}`), readCharge(txid)),
    removeCharge: async txid => outcomeOf(await http.call('PATCH', `/v2/cob/${txid}`, REMOVAL), readCharge(txid)),
    findReceived: async endToEndId =>
      lookupOf(await http.call('GET', `/v2/pix/${encodeURIComponent(endToEndId)}`), body => {
        const received = readReceived(body)
        return received?.endToEndId === endToEndId ? received : null
      }),
  }
}

const REMOVAL = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }

function cobBody(ask: ChargeAsk, chave: string) {
  const devedor = ask.payer && {
    [ask.payer.document.length === 11 ? 'cpf' : 'cnpj']: ask.payer.document,
    nome: ask.payer.name.slice(0, 200),
  }
  return {
    calendario: { expiracao: ask.expiresInSeconds },
    ...(devedor && { devedor }),
    valor: { original: toReais(ask.amount) },
    chave,
  }
}

const CHARGE_STATES: Record<string, Charge['state']> = {
  ATIVA: 'open',
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'removed',
}

/** Reads the charge that was asked about; another one says nothing. */
const readCharge =
  (txid: string) =>
  (body: unknown): Charge | null => {
    const cob = fields(body)
    const amount = amountOf(fields(cob.valor).original)
    const state = meaningOf(CHARGE_STATES, cob.status)
    if (text(cob.txid) !== txid || amount === null || state === null) return null
    // A payment that stands under its charge need not name it again.
    const payments = list(cob.pix).flatMap(pix => readReceived(pix) ?? [])
    const linked = payments.map(received => ({ ...received, txid: received.txid ?? txid }))
    return { txid, amount, state, brCode: text(cob.pixCopiaECola), payments: linked }
  }

export function readReceived(body: unknown): Received | null {
  const pix = fields(body)
  const endToEndId = text(pix.endToEndId)
  const amount = amountOf(pix.valor)
  const paidAt = new Date(text(pix.horario) ?? Number.NaN)
  if (endToEndId === null || amount === null || Number.isNaN(paidAt.getTime())) return null
  const payer = fields(pix.pagador ?? fields(pix.gnExtras).pagador)
  return {
    endToEndId,
    txid: text(pix.txid),
    amount,
    paidAt,
    payer: { name: text(payer.nome) ?? '', document: text(payer.cpf) ?? text(payer.cnpj) ?? '' },
  }
}

/** `{"pix": [Pix, ...]}`; entries without an end-to-end id say nothing. */
function readCallback(body: unknown): Hint[] {
  return list(fields(body).pix).flatMap(entry => receivedHint(entry) ?? [])
}

export function receivedHint(entry: unknown): Hint | null {
  const pix = fields(entry)
  const endToEndId = text(pix.endToEndId)
  return endToEndId === null ? null : { about: 'received', endToEndId, txid: text(pix.txid) }
}

export function amountOf(value: unknown): Centavos | null {
  return parseReais(text(value) ?? '')
}
