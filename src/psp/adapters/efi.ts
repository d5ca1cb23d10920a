// Efí's form of the Pix API: the Central Bank's, with payouts (efi-payouts.ts) and the balance. For an unknown object the answer is 400
// with a `nome` of its own, except for sent Pix and infractions (404).
import type { Centavos } from '#kernel/money.ts'
import type { PspHttp } from '../client/conversation.ts'
import { type CollectSettings, efiCollect } from '../collect/efi.ts'
import { hintsIn } from '../inbox/callback-wire.ts'
import type { Hint, Outcome, Psp, RefundRequest } from '../port.ts'
import { type AbsentWords, type BcbSettings, openBcb, receivedHint } from './bcb.ts'
import { efiDisputes } from './efi-disputes.ts'
import { efiPayouts, waiting } from './efi-payouts.ts'
import { amountOf, fields, outcomeOf, text } from './reply.ts'

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
    payOut: efiPayouts(settings),
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

/** Efí calls one address for both directions: an entry with an idEnvio is about a payout, any other about an incoming payment. */
function readEntry(entry: unknown): Hint | null {
  const payoutId = text(fields(fields(entry).gnExtras).idEnvio)
  return payoutId === null ? receivedHint(entry) : { about: 'payout', payoutId }
}
