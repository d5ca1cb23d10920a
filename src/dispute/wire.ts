// A dispute as the outside reads it: the seller's form, and the operator's with what concerns the operator alone.

import { Type } from 'typebox'
import { PageOf } from '#http/request/paging.ts'
import { orNull, PrintableText } from '#http/schema.ts'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import { DEFENCE_STATUSES, type Defence } from './defence/store.ts'
import { DISPUTE_KINDS, DISPUTE_STATUSES, type Word } from './dispute.ts'
import type { ShownDispute, Step } from './list-store.ts'

const Text = Type.String()
const Moment = Type.String({ format: 'date-time' })
const Cents = (description: string) => Type.Number({ description: `${description}, cents` })

const EvidenceSchema = Type.Object({
  title: Text,
  text: Type.Optional(Text),
  url: Type.Optional(Text),
})

const DefenceSchema = Type.Object(
  {
    status: Type.Enum([...DEFENCE_STATUSES], {
      description:
        'SENT: the PSP has it, by its API or by other means. KEPT: no PSP takes it by its API, the operator has yet to hand it in. REFUSED: the PSP did not take it',
    }),
    justification: Text,
    evidence: Type.Array(EvidenceSchema),
    submittedAt: Moment,
    updatedAt: Moment,
    failure: orNull(Type.Object({ code: Text, message: Text })),
  },
  { title: 'Defence' },
)

const FIELDS = {
  id: Type.Integer(),
  uuid: Text,
  kind: Type.Enum([...DISPUTE_KINDS]),
  status: Type.Enum([...DISPUTE_STATUSES]),
  saleId: orNull(Type.Integer()),
  saleUuid: orNull(Text),
  endToEndId: Text,
  amount: Cents('Disputed'),
  heldAmount: Cents('Held for it now'),
  lackingAmount: Cents('What is still to be held'),
  forfeitedAmount: Cents('Gone back to the payer'),
  chargedAmount: Cents('Of that, taken from the account for this dispute'),
  reason: orNull(Text),
  protocol: orNull(Text),
  openedAt: Moment,
  deadlineAt: orNull(
    Type.String({ format: 'date-time', description: 'Until when it can be defended, as the PSP says' }),
  ),
  acceptedAt: orNull(
    Type.String({ format: 'date-time', description: 'The PSP has decided for the payer; what goes back is awaited' }),
  ),
  defendedAt: orNull(Moment),
  closedAt: orNull(Moment),
  createdAt: Moment,
  updatedAt: Moment,
  defence: orNull(DefenceSchema),
}

export const DisputeSchema = Type.Object(FIELDS, { title: 'Dispute' })
export const DisputePage = PageOf(DisputeSchema)

const WordSchema = orNull(Type.Object({ by: Text, byName: orNull(Text), reason: Text }))

const StepSchema = Type.Object({
  at: Moment,
  what: Text,
  by: orNull(Text),
  byName: orNull(Text),
  reason: orNull(Text),
  detail: Type.Record(Text, Type.Unknown()),
})

const OPERATORS_FIELDS = {
  ...FIELDS,
  userId: Type.Integer({ description: 'The account' }),
  accountName: Text,
  pspAccountId: Type.Integer(),
  pspDisputeId: orNull(Text),
  claimedAmount: Cents('What of it is left to be lost: not what has gone back otherwise, or is about to'),
  opened: WordSchema,
  closed: WordSchema,
}

export const OperatorsDispute = Type.Object(OPERATORS_FIELDS)
export const OperatorsPage = PageOf(OperatorsDispute)
const YouSchema = Type.Object(
  {
    mayDefend: Type.Boolean(),
    defenceGoesTo: Type.Enum(['PSP', 'OPERATOR'], {
      description: 'Who gets a defence: its PSP, by its API, or the operator, who hands it in by other means',
    }),
    mayHandIn: Type.Boolean({ description: 'Record that the defence was handed in by other means' }),
    mayRelease: Type.Boolean(),
    mayForfeit: Type.Boolean(),
    mayEndFrom: orNull(
      Type.String({ format: 'date-time', description: 'Until then its PSP tells the end; null: no time is awaited' }),
    ),
  },
  { description: 'What the reader may do about it now' },
)

export const OperatorsOne = Type.Object({ ...OPERATORS_FIELDS, timeline: Type.Array(StepSchema), you: YouSchema })

const CentsText = Type.String({ description: 'Cents, as text', examples: ['15000'] })

export const DisputeEventSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    userId: Type.Integer({ description: 'The account' }),
    kind: FIELDS.kind,
    status: FIELDS.status,
    amount: CentsText,
    forfeitedAmount: CentsText,
    saleId: FIELDS.saleId,
    saleUuid: FIELDS.saleUuid,
    endToEndId: Text,
    protocol: FIELDS.protocol,
    reason: FIELDS.reason,
    openedAt: Moment,
    deadlineAt: orNull(Moment),
    closedAt: orNull(Moment),
    hoursLeft: Type.Optional(Type.Integer({ description: 'Of dispute.deadline' })),
    type: Type.Literal('DISPUTE'),
  },
  { title: 'DisputeEvent' },
)

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export function disputeForm({ dispute, held, defence }: ShownDispute) {
  const shortfall = (dispute.closedAt === null ? dispute.claimed - held : 0n) as Centavos
  return {
    id: Number(dispute.id),
    uuid: dispute.uuid,
    kind: dispute.kind,
    status: dispute.status,
    saleId: dispute.saleId === null ? null : Number(dispute.saleId),
    saleUuid: dispute.saleUuid,
    endToEndId: dispute.endToEndId,
    amount: toCentsNumber(dispute.amount),
    heldAmount: toCentsNumber(held),
    lackingAmount: toCentsNumber(shortfall),
    forfeitedAmount: toCentsNumber(dispute.forfeited),
    chargedAmount: toCentsNumber((dispute.forfeited - dispute.elsewhere) as Centavos),
    reason: dispute.pspReason,
    protocol: dispute.protocol,
    openedAt: dispute.openedAt.toISOString(),
    deadlineAt: iso(dispute.deadlineAt),
    acceptedAt: iso(dispute.acceptedAt),
    defendedAt: iso(dispute.defendedAt),
    closedAt: iso(dispute.closedAt),
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
    defence: defence === null ? null : defenceForm(defence),
  }
}

const defenceForm = ({ status, justification, evidence, failure, createdAt, updatedAt }: Defence) => ({
  status,
  justification,
  evidence,
  failure,
  submittedAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export function operatorsForm(shown: ShownDispute) {
  const { dispute, names } = shown
  return {
    ...disputeForm(shown),
    userId: dispute.accountId,
    accountName: shown.accountName,
    pspAccountId: dispute.pspAccountId,
    pspDisputeId: dispute.pspDisputeId,
    claimedAmount: toCentsNumber(dispute.claimed),
    opened: wordForm(dispute.opened, names.opened),
    closed: wordForm(dispute.closed, names.closed),
  }
}

const wordForm = (word: Word | null, byName: string | null) => (word === null ? null : { ...word, byName })

export const timelineForm = (steps: Step[]) => steps.map(step => ({ ...step, at: step.at.toISOString() }))

/** The answer to what was decided, as it is sent and, under a key, kept; null where a refusal is not kept. */
export const shownAnswer = (outcome: ShownDispute | Failure): Answer | null =>
  outcome instanceof Failure ? stayingAnswer(outcome, 'panel') : answerOf(202, disputeForm(outcome))

export const operatorsAnswer = (outcome: ShownDispute | Failure): Answer | null =>
  outcome instanceof Failure ? stayingAnswer(outcome, 'panel') : answerOf(202, operatorsForm(outcome))

export const DefenceBody = Type.Object(
  {
    justification: Type.String({
      minLength: 10,
      maxLength: 4_000,
      pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$',
      description: 'Why the payment was due; lines may be broken',
    }),
    evidence: Type.Optional(
      Type.Array(
        Type.Object(
          {
            title: PrintableText({ minLength: 1, maxLength: 140 }),
            text: Type.Optional(PrintableText({ minLength: 1, maxLength: 2_000 })),
            url: Type.Optional(PrintableText({ minLength: 1, maxLength: 2_048 })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 20, description: 'Texts and links; the PSP takes no files' },
      ),
    ),
  },
  { additionalProperties: false },
)
