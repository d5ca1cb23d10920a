// Boletos and cards at Efí's API of charges ("Cobranças"), which has a host and a token of its own. Always in two steps, never in one: a charge that
// was only opened can be paid by nobody, so an answer that was lost costs nothing, and a second step on the same charge is refused.
import { centavos } from '#kernel/money.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Outcome } from '../port.ts'
import { cardCapabilitiesOf, efiCards } from './efi-cards.ts'
import { collectConfirmationOf, collectLookupOf, collectOutcomeOf, HAS_METHOD, NOT_CANCELLABLE } from './efi-reply.ts'
import { boletoBody, listQuery, openBody } from './efi-requests.ts'
import { readCollectCharge, readIssued, readNoticed, readOpened, readPage } from './efi-wire.ts'
import { asRequested } from './judge.ts'
import type { BoletoRequest, Collect, CollectCapabilities, CollectCharge, OpenRequest } from './port.ts'

export interface CollectSettings {
  http: PspHttp
  /** Whether boletos of this account have a Pix code too. */
  bolepix: boolean
  /** Whether this is the acquirer of the sandbox bank, which takes debit cards and authenticates buyers. */
  isSandbox?: boolean
  /** By which the PSP knows the account. */
  clientId?: string
  itemsPerPage?: number
}

/** Each entry of a list brings the picture of its code: a hundred of them may be more than an answer may have. */
const ITEMS_PER_PAGE = 40

export function efiCollect(settings: CollectSettings): Collect {
  const { http, bolepix, clientId, isSandbox = false, itemsPerPage = ITEMS_PER_PAGE } = settings
  const find = (chargeId: string) => findCharge(http, chargeId)
  return {
    capabilities: capabilitiesOf(bolepix, isSandbox),
    probe: () => http.probe(),
    open: async request => asOpened(await http.call('POST', '/charge', openBody(request)), request),
    find,
    async list(query, page) {
      const reply = await http.call('GET', `/charges?${listQuery(query, page, itemsPerPage)}`)
      return collectOutcomeOf(reply, data => readPage(data, itemsPerPage))
    },
    cancel: async chargeId => {
      const outcome = collectConfirmationOf(await http.call('PUT', `${pathOf(chargeId)}/cancel`))
      const isRefused = outcome.kind === 'refused' && outcome.code === NOT_CANCELLABLE
      return isRefused ? cancelledAlready(outcome, await find(chargeId)) : outcome
    },
    readNotice: async token => collectOutcomeOf(await http.call('GET', `/notification/${safe(token)}`), readNoticed),
    requestNotice: async chargeId =>
      collectConfirmationOf(await http.call('PUT', `${pathOf(chargeId)}/metadata`, { resend: true })),
    boletos: { issue: (chargeId, request) => issue(http, chargeId, request) },
    cards: efiCards(http, find, { isSandbox, clientId: clientId ?? null }),
  }
}

const capabilitiesOf = (bolepix: boolean, isSandbox: boolean): CollectCapabilities => ({
  secondPay: 'refused',
  minimum: centavos(5_00),
  boleto: {
    requiredFields: ['email', 'address'],
    bolepix,
    reportsPaymentWay: false,
    findReportsPaidAmount: false,
    // About three years and five months; the documents give no day.
    maxDueDays: 1_200,
  },
  card: cardCapabilitiesOf(isSandbox),
})

const safe = (id: string) => encodeURIComponent(id)
const pathOf = (chargeId: string) => `/charge/${safe(chargeId)}`

function asOpened(reply: Parameters<typeof collectOutcomeOf>[0], request: OpenRequest): Outcome<{ chargeId: string }> {
  const outcome = collectOutcomeOf(reply, readOpened)
  if (outcome.kind !== 'done') return outcome
  const { chargeId, amount } = outcome.value
  if (amount === request.amount) return { kind: 'done', value: { chargeId } }
  return { kind: 'unknown', reason: `the PSP has opened the charge ${chargeId} with another amount`, alert: true }
}

async function findCharge(http: PspHttp, chargeId: string): Promise<Outcome<CollectCharge | null>> {
  const found = collectLookupOf(await http.call('GET', pathOf(chargeId)), readCollectCharge)
  if (found.kind !== 'done' || found.value === null || found.value.chargeId === chargeId) return found
  return { kind: 'unknown', reason: 'the PSP reports another charge', alert: true }
}

async function issue(http: PspHttp, chargeId: string, request: BoletoRequest): Promise<Outcome<CollectCharge>> {
  const reply = await http.call('POST', `${pathOf(chargeId)}/pay`, boletoBody(request))
  const outcome = collectOutcomeOf(reply, readIssued)
  if (outcome.kind === 'done') return asRequested(outcome.value, chargeId, request)
  if (outcome.kind === 'unknown' || outcome.code !== HAS_METHOD) return outcome
  // It was issued by an earlier call, whose answer was lost.
  const found = await findCharge(http, chargeId)
  if (found.kind !== 'done') return { kind: 'unknown', reason: `issued before, and the lookup says: ${found.reason}` }
  if (found.value === null) return { kind: 'unknown', reason: 'issued before, and the PSP does not find it' }
  return asRequested(found.value, chargeId, request)
}

/** What has no status that can be cancelled may be cancelled. */
function cancelledAlready(refused: Outcome<true>, found: Outcome<CollectCharge | null>): Outcome<true> {
  if (found.kind !== 'done') return { kind: 'unknown', reason: `refused, and the lookup says: ${found.reason}` }
  return found.value?.state === 'cancelled' ? { kind: 'done', value: true } : refused
}
