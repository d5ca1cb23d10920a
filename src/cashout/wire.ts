// A cashout as the outside reads it: amounts in reais as text. One function for each form of the contract.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import type { Failure } from '#kernel/failure.ts'
import { add, toReais } from '#kernel/money.ts'
import { PIX_KEY_TYPES } from '#kernel/pix/pix-key.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { ApprovalRequirement } from './approval/policy.ts'
import { type Cashout, type Holder, STATES } from './cashout.ts'

const Reais = Type.String({ pattern: '^\\d+\\.\\d{2}$', description: 'Reais, with two decimals', examples: ['150.00'] })
const Moment = Type.String({ format: 'date-time' })
const RESOURCE_STATUSES = Object.values(STATES).map(({ resource }) => resource)

const CREATED = {
  id: Type.Integer({ description: 'For older integrations; the uuid is recommended' }),
  uuid: Type.String({ format: 'uuid' }),
  amount: Reais,
  netAmount: Reais,
  pixKey: Type.String(),
  pixKeyType: Type.Enum([...PIX_KEY_TYPES]),
  status: Type.Enum(RESOURCE_STATUSES),
  createdAt: Moment,
}
const FEES = { fees: Type.Object({ fixed: Reais, variable: Reais, total: Reais }) }

export const CreatedCashoutSchema = Type.Object({ ...CREATED, ...FEES }, { title: 'CreatedCashout' })

/** In the order of the lookup. */
const LOOKED_UP = {
  ...CREATED,
  updatedAt: Moment,
  ...FEES,
  externalReference: Type.Optional(Type.String()),
  failure: Type.Optional(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      {
        description: 'Why it was not paid',
        examples: [{ code: 'INVALID_PIX_KEY', message: 'No PIX key can be that' }],
      },
    ),
  ),
  returnedAmount: Type.Optional(Reais),
  returnedAt: Type.Optional(Moment),
}

export const CashoutSchema = Type.Object(LOOKED_UP, { title: 'Cashout' })

export const ExpandedCashoutSchema = Type.Object(
  {
    ...LOOKED_UP,
    description: orNull(Type.String()),
    endToEndId: orNull(Type.String()),
    processedAt: orNull(Moment),
  },
  { title: 'ExpandedCashout' },
)

/** The answer to POST /api/public/cashout: without updatedAt. */
export function createdForm(cashout: Cashout): Static<typeof CreatedCashoutSchema> {
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
export function lookupForm(cashout: Cashout): Static<typeof CashoutSchema> {
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
export const expandedForm = (cashout: Cashout): Static<typeof ExpandedCashoutSchema> => ({
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

const NOTIFIED = {
  id: Type.Integer(),
  uuid: Type.String({ format: 'uuid' }),
  userId: Type.Integer({ description: 'The account' }),
  amount: Reais,
  pixKey: Type.String(),
  pixKeyType: Type.Enum([...PIX_KEY_TYPES]),
  status: Type.Enum(Object.values(STATES).map(({ body }) => body)),
  externalId: orNull(Type.String({ description: 'Its id at the PSP' })),
  createdAt: Moment,
  updatedAt: Moment,
  processedAt: orNull(Moment),
  user: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
  type: Type.Literal('WITHDRAWAL'),
}

export const WithdrawalEventSchema = Type.Object(NOTIFIED, { title: 'WithdrawalEvent' })

export const WithdrawalReturnedSchema = Type.Object(
  { ...NOTIFIED, returnedAmount: Type.Optional(Reais), returnedAt: Type.Optional(Moment) },
  { title: 'WithdrawalReturnedEvent' },
)

/** The body that all withdrawal notifications share, signed or not. */
function notificationBody(cashout: Cashout, holder: Holder): Static<typeof WithdrawalEventSchema> {
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
