// Infractions in Efí's form: the disputes of payers, and the one defence that each may be answered with. Efí's SDK types amount
// and protocol as numbers, its older documents as text, and both occur.
import { centavos, parseReais, ZERO } from '#kernel/money.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Disputes, ReportedDispute } from '../port.ts'
import { DEFAULT_PAGE, listedOf, listQuery } from './list-page.ts'
import { fields, idOf, list, meaningOf, outcomeOf, text, timeOf } from './reply.ts'

export function efiDisputes({ http, itemsPerPage = DEFAULT_PAGE }: { http: PspHttp; itemsPerPage?: number }): Disputes {
  return {
    async list(period, page) {
      const reply = await http.call('GET', `/v2/gn/infracoes?${listQuery(period, page, itemsPerPage)}`)
      return listedOf(reply, { page, itemsPerPage, read: readDispute, unreadWithin: () => 0, entriesIn })
    },
    async defend(disputeId, justificativa) {
      const body = { analise: 'rejeitado', justificativa }
      return outcomeOf(await http.call('POST', `/v2/gn/infracoes/${disputeId}/defesa`, body), () => true as const)
    },
  }
}

/** The one list of the answer, whatever its name. */
function entriesIn(body: unknown): unknown {
  const { infracoes, ...rest } = fields(body)
  return infracoes ?? list(Object.values(rest).filter(Array.isArray))[0]
}

const STATES: Record<string, ReportedDispute['state']> = {
  ABERTA: 'open',
  EM_DEFESA: 'defended',
  ACEITA: 'accepted',
  REJEITADA: 'rejected',
  CANCELADA: 'cancelled',
  CANCELADA_EFI: 'cancelled',
}

const MAX_TEXT = 200

function readDispute(body: unknown): ReportedDispute | null {
  const infracao = fields(body)
  const analysis = fields(infracao.dadosAnalise)
  const disputeId = idIn(infracao.idInfracao)
  const endToEndId = idOf(infracao.endToEndId)
  const amount = amountIn(infracao.valor)
  const state = meaningOf(STATES, infracao.status)
  const openedAt = timeOf(analysis.abertura) ?? timeOf(infracao.dataTransacao)
  if (disputeId === null || endToEndId === null || amount === null) return null
  if (state === null || openedAt === null) return null
  const reasons = [infracao.razao, infracao.tipoSituacao, infracao.tipoFraude].flatMap(word => text(word) ?? [])
  return {
    disputeId,
    endToEndId,
    ...amount,
    state,
    openedAt,
    protocol: wordIn(infracao.protocolo)?.slice(0, MAX_TEXT) ?? null,
    reason: reasons.length === 0 ? null : reasons.join(', ').slice(0, MAX_TEXT),
    deadlineAt: timeOf(analysis.prazoFinalizacao),
  }
}

/** Two decimals are reais. A whole number, as a number or as text, may be either: sources differ. */
function amountIn(value: unknown): Pick<ReportedDispute, 'amount' | 'amountIfCentavos'> | null {
  const figure = wordIn(value) ?? ''
  const amount = parseReais(figure)
  if (amount === null || amount === ZERO) return null
  return /^\d+$/.test(figure) ? { amount, amountIfCentavos: centavos(BigInt(figure)) } : { amount }
}

const wordIn = (value: unknown): string | null => text(value) ?? (typeof value === 'number' ? String(value) : null)

/** It goes into a path of our requests: a uuid, or letters and digits. */
function idIn(value: unknown): string | null {
  const id = wordIn(value)
  return id !== null && /^[\w-]{1,64}$/.test(id) ? id : null
}
