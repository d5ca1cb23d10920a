// Under which terms an account may have recurrences, and which PSP account makes them. What is missing is named.
import { Failure } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import { feeOf } from '#kernel/terms/terms.ts'
import type { Psp } from '#psp/port.ts'
import type { Journey } from '#psp/recurrence/port.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { because, type RefusalReason } from '../refusal-reasons.ts'
import type { RecurrenceInput } from './input.ts'
import { findSellerTerms, type Receiver, type SellerTerms } from './terms-store.ts'

/** Where a recurrence is made. */
export interface Place {
  pspAccountId: number
  /** Whether a recurrence of this journey has a location there. */
  hasLocation: boolean
}

export interface Admission extends Place {
  terms: SellerTerms
  /** Takes the place of the first, where certainly nothing has reached that. */
  fallback: Place | null
}

/** What the account lacks for it, or what it is made under. */
export async function admit(deps: RecurrenceDeps, input: RecurrenceInput): Promise<Admission | Failure> {
  const terms = await findSellerTerms(deps.db, input.accountId)
  if (terms === null) return new Failure('FORBIDDEN', 'The account does not exist')
  return priceProblem(terms, input) ?? placeOf(deps, terms, input.journey)
}

/** The agreed price is the switch: nothing is ever sold for free by an oversight. */
function priceProblem({ fees }: SellerTerms, input: RecurrenceInput): Failure | null {
  const price = fees.pixAutomatico
  if (price === undefined) return refused('PIX_AUTOMATICO: no price is agreed for it with this account', 'NO_PRICE')
  const amounts: [field: string, amount: Centavos | null][] = [
    ['valor', input.amount],
    ['valorPadrao', input.defaultAmount],
    ['primeiroPagamento.amount', input.firstPayment?.amount ?? null],
  ]
  const eaten = amounts.find(([, amount]) => amount !== null && feeOf(amount, price).total >= amount)
  return eaten === undefined ? null : refused(`${eaten[0]}: nothing would be left after the fees`, 'FEES_EXCEED_AMOUNT')
}

/** The account's own PSP account, or its fallback: the first that does recurring PIX and whose circuit is closed. */
async function placeOf({ psps }: RecurrenceDeps, terms: SellerTerms, journey: Journey): Promise<Admission | Failure> {
  if (terms.receivers.length === 0) return refused('PIX is not available for this account at the moment', 'NO_PROVIDER')
  const missing: Lack[] = []
  const answering: Receiver[] = []
  for (const receiver of terms.receivers) {
    const lack = lackOf(receiver, await psps.psp(receiver.pspAccountId), journey)
    if (lack !== null) missing.push(lack)
    else if (!(await psps.isCircuitOpen(receiver.pspAccountId))) answering.push(receiver)
  }
  if (answering.length === 0)
    return missing.length === terms.receivers.length
      ? notAvailable(missing[0])
      : unavailable({ circuitsOpen: terms.receivers.map(({ pspAccountId }) => pspAccountId) })
  const [place, fallback = null] = await Promise.all(answering.map(one => placeAt(psps, one, journey)))
  return { terms, ...(place as Place), fallback }
}

async function placeAt(psps: RecurrenceDeps['psps'], { pspAccountId }: Receiver, journey: Journey): Promise<Place> {
  const { recurrences } = await psps.psp(pspAccountId)
  return { pspAccountId, hasLocation: journey !== 1 || recurrences?.capabilities.locationInJourney1 === true }
}

interface Lack {
  text: string
  reason: RefusalReason
}

const NO_RECURRENCES: Lack = { text: 'its provider does no recurring PIX', reason: 'NOT_OFFERED_BY_PROVIDER' }

function lackOf(receiver: Receiver, { recurrences, dueCharges }: Psp, journey: Journey): Lack | null {
  if (recurrences === undefined || !receiver.recurrenceEnabled) return NO_RECURRENCES
  if (!receiver.hasReceivingAccount)
    return { text: 'its provider has no receiving account for debits', reason: 'NO_RECEIVING_ACCOUNT' }
  if (!recurrences.capabilities.journeys.includes(journey) || (journey === 4 && dueCharges === undefined))
    return { text: `its provider does not offer jornada ${journey}`, reason: 'JOURNEY_NOT_OFFERED' }
  return null
}

const notAvailable = ({ text, reason } = NO_RECURRENCES) =>
  refused(`PIX_AUTOMATICO is not available for this account: ${text}`, reason)

const refused = (message: string, reason: RefusalReason) =>
  new Failure('GENERAL_ERROR', message, { reason: because(reason) })

const RETRY_AFTER_SECONDS = 10

const UNANSWERED = 'The payment provider did not answer. Nothing was charged; please try again.'

export const unavailable = (context: object, message = UNANSWERED): Failure =>
  new Failure('PSP_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, context })
