// The Central Bank's Pix API 2.9.0 as a PSP offers it: charges (cob, cobv), received Pix, their returns, webhooks, and recurring PIX
// (../recurrence/bcb.ts). It receives only; that API has no payouts and no balance. Answers are read leniently (pix-wire.ts).
import { toReais } from '#kernel/money.ts'
import type { PspHttp } from '../client/conversation.ts'
import { hintsIn } from '../inbox/callback-wire.ts'
import type { Hint, Outcome, PayIn, Psp, Refund, RefundRequest } from '../port.ts'
import { openRecurrences } from '../recurrence/bcb.ts'
import type { ReceivingAccount, Recurrences } from '../recurrence/port.ts'
import { chargeBody, dueChargeBody } from './charge-body.ts'
import { chargeVerbs } from './charges.ts'
import { DEFAULT_PAGE, listedOf, listQuery } from './list-page.ts'
import { isOfAnotherKey, readReceived, readRefund, unreadRefunds } from './pix-wire.ts'
import { fields, lookupOf, namesField, outcomeOf, text } from './reply.ts'

export interface BcbSettings {
  http: PspHttp
  /** The receiver's own key: charges are made on it and callbacks are registered for it. */
  pixKey: string
  /** Whether the server for callbacks requires the PSP's certificate. */
  mtlsCallbacks?: boolean
  /** Where the money of debits goes; without it there is no recurring PIX. */
  receivingAccount?: ReceivingAccount | null
  /** With every registration of callbacks. */
  registrationHeaders?: Record<string, string>
  itemsPerPage?: number
  /** Where this PSP answers 400, and not 404, for an unknown object. */
  absentWords?: AbsentWords
}

/** By the kind of object: the `nome` that means it is unknown. */
export interface AbsentWords {
  charge: string
  received: string
  refund: string
  callbacks: string
}

export function openBcb(settings: BcbSettings): Psp {
  const { http, pixKey, absentWords, registrationHeaders } = settings
  const dueCharges = chargeVerbs(http, 'cobv', absentWords?.charge)
  const recurrences = recurrencesOf(settings)
  return {
    payIn: payInOf(settings),
    payOut: null,
    dueCharges: {
      createDueCharge: request => dueCharges.create(request.txid, dueChargeBody(request, pixKey)),
      findDueCharge: dueCharges.find,
      removeDueCharge: dueCharges.remove,
    },
    ...(recurrences !== null && { recurrences }),
    registerCallbacks: async webhookUrl =>
      outcomeOf(await http.call('PUT', webhookOf(pixKey), { webhookUrl }, registrationHeaders), () => true as const),
    findCallbacks: async () =>
      lookupOf(
        await http.call('GET', webhookOf(pixKey)),
        body => text(fields(body).webhookUrl),
        absentWords?.callbacks,
      ),
    balance: null,
    probe: () => http.probe(),
    readCallback: body => hintsIn(body, receivedHint),
    close: () => http.close(),
  }
}

const webhookOf = (pixKey: string) => `/v2/webhook/${encodeURIComponent(pixKey)}`

function recurrencesOf(settings: BcbSettings): Recurrences | null {
  const { http, receivingAccount = null, absentWords } = settings
  if (receivingAccount === null) return null
  // An application without the rights of recurring PIX must not stop what it may do.
  const call: PspHttp['call'] = (method, path, body, headers) =>
    http.call(method, path, body, headers, { hasOwnRight: true })
  const absentCallbacks = absentWords?.callbacks
  return openRecurrences({ ...settings, http: { ...http, call }, receivingAccount, absentCallbacks })
}

function payInOf({ http, pixKey, itemsPerPage = DEFAULT_PAGE, absentWords: absent }: BcbSettings): PayIn {
  const findRefund = async (endToEndId: string, refundId: string): Promise<Outcome<Refund | null>> =>
    lookupOf(await http.call('GET', refundPath(endToEndId, refundId)), refundWith(refundId), absent?.refund)
  const charges = chargeVerbs(http, 'cob', absent?.charge)
  return {
    createCharge: request => charges.create(request.txid, chargeBody(request, pixKey)),
    findCharge: charges.find,
    removeCharge: charges.remove,
    findReceived: async endToEndId =>
      lookupOf(
        await http.call('GET', `/v2/pix/${encodeURIComponent(endToEndId)}`),
        receivedAs(endToEndId),
        absent?.received,
      ),
    listReceived: async (period, page) => {
      const reply = await http.call('GET', `/v2/pix?${listQuery(period, page, itemsPerPage)}`)
      const isForeign = (entry: unknown) => isOfAnotherKey(entry, pixKey)
      return listedOf(reply, { page, itemsPerPage, read: readReceived, unreadWithin: unreadRefunds, isForeign })
    },
    async refund(request) {
      const reply = await http.call('PUT', refundPath(request.endToEndId, request.refundId), refundBody(request))
      const outcome = outcomeOf(reply, refundWith(request.refundId))
      if (outcome.kind !== 'refused') return outcome
      const blamesId = reply.status === CONFLICT || namesField(reply, 'id')
      return afterRefusal(outcome, blamesId, await findRefund(request.endToEndId, request.refundId))
    },
    findRefund,
  }
}

/** Reads the Pix of the query; an answer about another one is no answer. */
const receivedAs = (endToEndId: string) => (body: unknown) => {
  const received = readReceived(body)
  return received?.endToEndId === endToEndId ? received : null
}

const CONFLICT = 409

const refundPath = (endToEndId: string, refundId: string) =>
  `/v2/pix/${encodeURIComponent(endToEndId)}/devolucao/${refundId}`

const refundBody = ({ amount, description }: RefundRequest) => ({
  valor: toReais(amount),
  ...(description !== undefined && { descricao: description }),
})

/** Reads the refund of the query; an answer about another one is no answer. */
const refundWith = (refundId: string) => (body: unknown) => {
  const refund = readRefund(body)
  return text(fields(body).id) === refundId ? refund : null
}

/**
 * A repeated id is refused like any other fault, so only a lookup shows whether this refund was made before. A refund that is
 * refused for its id and cannot be found is a contradiction, and is polled again.
 */
function afterRefusal(
  refused: Outcome<Refund> & { kind: 'refused' },
  blamesId: boolean,
  found: Outcome<Refund | null>,
): Outcome<Refund> {
  if (found.kind !== 'done') return { kind: 'unknown', reason: `${refused.code}, and the lookup says: ${found.reason}` }
  if (found.value !== null) return { kind: 'done', value: found.value }
  return blamesId ? { kind: 'unknown', reason: 'a repeated id that the PSP does not find' } : refused
}

export function receivedHint(entry: unknown): Hint | null {
  const pix = fields(entry)
  const endToEndId = text(pix.endToEndId)
  return endToEndId === null ? null : { about: 'received', endToEndId, txid: text(pix.txid) }
}
