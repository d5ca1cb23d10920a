// A cashout as the outside reads it: amounts in reais as text. One function for each form of the contract.
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import type { Failure } from '#kernel/failure.ts'
import { add, toReais } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { ApprovalRequirement } from './approval/policy.ts'
import { type Cashout, type Holder, STATES } from './cashout.ts'

/** The answer to POST /api/public/cashout: without updatedAt. */
export function createdForm(cashout: Cashout) {
  return {
    id: Number(cashout.id),
    uuid: cashout.uuid,
    amount: toReais(cashout.amount),
    netAmount: toReais(cashout.net),
    pixKey: cashout.pixKey,
    pixKeyType: cashout.pixKeyType,
    status: STATES[cashout.state].resource,
    createdAt: cashout.createdAt.toISOString(),
    fees: {
      fixed: toReais(cashout.feeFixed),
      variable: toReais(cashout.feeVariable),
      total: toReais(add(cashout.feeFixed, cashout.feeVariable)),
    },
  }
}

/** The answers to a request, as they are sent and, under a key, kept; null where a refusal is not kept. */
export interface RequestAnswers {
  created: (cashout: Cashout, requirement: ApprovalRequirement | null) => Answer
  refused: (failure: Failure) => Answer | null
}

/** Those that the request names, else those of the API. */
export const answersOf = ({ answers = API_ANSWERS }: { answers?: RequestAnswers }): RequestAnswers => answers

export const API_ANSWERS: RequestAnswers = {
  created: cashout => answerOf(201, createdForm(cashout)),
  refused: failure => stayingAnswer(failure, 'cashout'),
}

/** The form of the lookup; fields outside the contract appear only where they apply. */
export function lookupForm(cashout: Cashout) {
  const { fees, ...rest } = createdForm(cashout)
  return {
    ...rest,
    updatedAt: cashout.updatedAt.toISOString(),
    fees,
    ...(cashout.externalReference !== null && { externalReference: cashout.externalReference }),
    ...(cashout.failure !== null && { failure: cashout.failure }),
    ...returnedFields(cashout),
  }
}

/**
 * What `?expand=payment` adds for servers: the data by which the recipient's bank can be asked about the payment. Nulls: not
 * known yet.
 */
export const expandedForm = (cashout: Cashout) => ({
  ...lookupForm(cashout),
  description: cashout.description,
  endToEndId: cashout.endToEndId,
  processedAt: cashout.processedAt?.toISOString() ?? null,
})

/** Only where something came back. */
const returnedFields = ({ returned, returnedAt }: Cashout) =>
  returnedAt === null ? {} : { returnedAmount: toReais(returned), returnedAt: returnedAt.toISOString() }

/** The name of the moment in the log; `withdrawal.processing` is none of the events that a signed webhook can subscribe to. */
const eventType = (cashout: Cashout) => STATES[cashout.state].event ?? 'withdrawal.processing'

/** The body that all withdrawal notifications share, signed or not. */
function notificationBody(cashout: Cashout, holder: Holder) {
  return {
    id: Number(cashout.id),
    uuid: cashout.uuid,
    userId: cashout.accountId,
    amount: toReais(cashout.amount),
    pixKey: cashout.pixKey,
    pixKeyType: cashout.pixKeyType,
    status: STATES[cashout.state].body,
    externalId: cashout.payoutId,
    createdAt: cashout.createdAt.toISOString(),
    updatedAt: cashout.updatedAt.toISOString(),
    processedAt: cashout.processedAt?.toISOString() ?? null,
    user: { id: holder.id, name: holder.name, email: holder.email },
    type: 'WITHDRAWAL',
  }
}

/** The events of the state that the cashout is in now. */
export function eventOf(cashout: Cashout, holder: Holder): DomainEvent {
  const { event, unsigned } = STATES[cashout.state]
  return {
    accountId: cashout.accountId,
    subject: 'withdrawal',
    subjectId: cashout.id,
    version: cashout.version,
    form: 'WITHDRAWAL',
    type: eventType(cashout),
    body: bodyBytes(notificationBody(cashout, holder)),
    signedEvent: event,
    unsigned,
    postbackUrl: unsigned ? cashout.postbackUrl : null,
  }
}

/**
 * The events of a return, in part or in full: sent only to signed webhooks that subscribe to them, beside the events of the
 * state.
 */
export function returnedEventOf(cashout: Cashout, holder: Holder): DomainEvent {
  return {
    ...eventOf(cashout, holder),
    type: 'withdrawal.returned',
    body: bodyBytes({ ...notificationBody(cashout, holder), ...returnedFields(cashout) }),
    signedEvent: 'withdrawal.returned',
    unsigned: false,
    postbackUrl: null,
  }
}
