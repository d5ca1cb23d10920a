// Recurring PIX in the Central Bank's form, version 2.9.0: recurrences (rec), requests to authorise (solicrec), debits (cobr) and the
// registrations of their callbacks. What is unknown there is 404, also at PSPs that say 400 elsewhere.
import { fields, lookupOf, outcomeOf, text } from '../adapters/reply.ts'
import type { PspHttp } from '../client/conversation.ts'
import { debitVerbs } from './debit-verbs.ts'
import type { ReceivingAccount, RecurrenceCapabilities, RecurrenceSubject, Recurrences } from './port.ts'
import { recurrenceVerbs } from './recurrence-verbs.ts'
import { requestVerbs } from './request-verbs.ts'

export interface RecurrenceSettings {
  http: PspHttp
  receivingAccount: ReceivingAccount
  itemsPerPage?: number
  /** With the registration of callbacks. */
  registrationHeaders?: Record<string, string>
  /** The `nome` by which a PSP says with 400 that no callback address is registered. */
  absentCallbacks?: string | undefined
}

/**
 * A location may be named by every recurrence, since none names its journey when it is made. Whether received payments are listed with
 * those of debits is left open: nothing relies on it.
 */
const CAPABILITIES: RecurrenceCapabilities = {
  journeys: [1, 2, 3, 4],
  locationInJourney1: true,
  findByLocation: true,
  debitsInReceivedList: false,
}

export function openRecurrences(settings: RecurrenceSettings): Recurrences {
  return {
    capabilities: CAPABILITIES,
    ...recurrenceVerbs(settings),
    ...requestVerbs(settings),
    ...debitVerbs(settings),
    ...callbackVerbs(settings),
  }
}

type CallbackVerbs = Pick<Recurrences, 'registerCallbacks' | 'findCallbacks'>

function callbackVerbs({ http, registrationHeaders = {}, absentCallbacks }: RecurrenceSettings): CallbackVerbs {
  const pathOf = (subject: RecurrenceSubject) => `/v2/webhook${subject}`
  return {
    registerCallbacks: async (subject, webhookUrl) =>
      outcomeOf(await http.call('PUT', pathOf(subject), { webhookUrl }, registrationHeaders), () => true as const),
    findCallbacks: async subject =>
      lookupOf(await http.call('GET', pathOf(subject)), body => text(fields(body).webhookUrl), absentCallbacks),
  }
}
