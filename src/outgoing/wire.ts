// Money on its way out, as the operator reads it.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { centavos, toReais } from '#kernel/money.ts'
import { OUTGOING_KINDS, OUTGOING_STATUSES, type OutgoingKind, STOPS } from './outgoing.ts'
import type { Outgoing, OutgoingTotal } from './store.ts'

const Reais = (description: string) => Type.String({ description: `${description}, in reais` })

const StatusSchema = Type.Enum([...OUTGOING_STATUSES], {
  description:
    'QUEUED: nothing of it has left the gateway. SENT: it may have arrived, and no end is known. UNKNOWN: a cashout whose answer was lost, or that the PSP does not find; a refund of a card that was sent. ACCEPTED: the PSP has it, and has not told the end',
})

export const OutgoingSchema = Type.Object({
  kind: Type.Enum([...OUTGOING_KINDS]),
  id: Type.Integer(),
  uuid: Type.String(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  amount: Reais('What leaves through the PSP'),
  status: StatusSchema,
  stoppedBy: Type.Union([Type.Enum([...STOPS]), Type.Null()], {
    description: 'What keeps it from going on for now; null: it is worked on when it is due',
  }),
  since: Type.String({ description: 'When it was first to be sent' }),
  askedAt: orNull(Type.String({ description: 'When the PSP was last sent it or asked about it' })),
  lookups: Type.Integer({ description: 'How often the PSP was asked, because it was time to' }),
  dueAt: Type.String({ description: 'When the PSP is sent it, or asked about it, next' }),
  said: orNull(Type.String({ description: 'Why the last answer was no end' })),
  pspAccountId: orNull(Type.Integer({ description: 'That was asked to pay; for QUEUED that would be' })),
  pspAccountName: orNull(Type.String()),
  payoutId: orNull(Type.String({ description: 'The id that the PSP knows it by' })),
  endToEndId: orNull(Type.String({ description: 'Of the Pix; of a refund, that of the Pix that it gives back' })),
  saleUuid: orNull(Type.String({ description: 'That a refund gives back; null: it gives back what no sale accepted' })),
  receiptId: orNull(Type.Integer({ description: 'Of a refund' })),
  anomalyUuid: orNull(Type.String({ description: 'The anomaly of the cashout that waits for a decision' })),
})

const CountSchema = Type.Object({ count: Type.Integer(), amount: Reais('Together') })

const TotalsOfKindSchema = Type.Object({
  ...CountSchema.properties,
  overdue: Type.Integer({ description: 'That began more than an hour ago' }),
  oldestAt: orNull(Type.String({ description: 'When the oldest began' })),
  byStatus: Type.Object({ QUEUED: CountSchema, SENT: CountSchema, UNKNOWN: CountSchema, ACCEPTED: CountSchema }),
})

export const OutgoingTotalsSchema = Type.Object({ cashouts: TotalsOfKindSchema, refunds: TotalsOfKindSchema })

export function outgoingForm(kind: OutgoingKind, one: Outgoing): Static<typeof OutgoingSchema> {
  const { accountId, accountName, status, stoppedBy, lookups, said: message, pspAccountId, pspAccountName } = one
  const { payoutId, endToEndId, saleUuid, receiptId, anomalyUuid } = one
  return {
    kind,
    id: Number(one.id),
    uuid: one.uuid,
    accountId,
    accountName,
    amount: toReais(one.amount),
    status,
    stoppedBy,
    since: one.since.toISOString(),
    askedAt: one.askedAt?.toISOString() ?? null,
    lookups,
    dueAt: one.dueAt.toISOString(),
    said: message,
    pspAccountId,
    pspAccountName,
    payoutId,
    endToEndId,
    saleUuid,
    receiptId: receiptId === null ? null : Number(receiptId),
    anomalyUuid,
  }
}

export function totalsForm(totals: OutgoingTotal[]): Static<typeof TotalsOfKindSchema> {
  const countOf = (among: OutgoingTotal[]) => ({
    count: among.reduce((sum, { count }) => sum + count, 0),
    amount: toReais(centavos(among.reduce((sum, { amount }) => sum + amount, 0n))),
  })
  const of = (status: OutgoingTotal['status']) => countOf(totals.filter(one => one.status === status))
  const oldestMs = Math.min(...totals.map(({ oldestAt }) => oldestAt.getTime()))
  return {
    ...countOf(totals),
    overdue: totals.reduce((sum, { overdue }) => sum + overdue, 0),
    oldestAt: totals.length === 0 ? null : new Date(oldestMs).toISOString(),
    byStatus: { QUEUED: of('QUEUED'), SENT: of('SENT'), UNKNOWN: of('UNKNOWN'), ACCEPTED: of('ACCEPTED') },
  }
}
