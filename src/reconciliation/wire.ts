// Reconciliations, their cases, closed days and coverage as the operators read them: money in integer cents.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { SIDES } from '#ledger/ledger.ts'
import { type Fact, KINDS, LISTS } from './case/difference.ts'
import { CASE_STATES, type Case } from './case/store.ts'
import type { Coverage } from './coverage/store.ts'
import { DAY_STATES, type DayClose } from './day/close-store.ts'
import { type Run, STAGES } from './run/store.ts'

const Time = Type.String({ format: 'date-time' })
const Cents = Type.Integer({ description: 'Cents' })
const Day = Type.String({ description: 'A day in São Paulo, such as 2026-01-31' })

const Name = orNull(Type.String({ description: 'Of the person, also when they have left' }))

export const RunSchema = Type.Object({
  id: Type.Integer(),
  pspAccountId: Type.Integer(),
  day: Day,
  run: Type.Integer({ description: 'How often the day has been read' }),
  state: Type.Enum(['RUNNING', 'DONE']),
  stage: Type.Enum([...STAGES]),
  matched: Type.Integer({ description: 'Movements on which both sides agree' }),
  differences: Type.Integer({
    description: 'Movements on which they do not, those that were answered before included',
  }),
  askedBy: orNull(Type.String()),
  askedByName: Name,
  trouble: orNull(Type.String({ description: 'Why the PSP could not be read' })),
  startedAt: Time,
  finishedAt: orNull(Time),
})

export const runForm = (run: Run): Static<typeof RunSchema> => ({
  id: Number(run.id),
  pspAccountId: run.pspAccountId,
  day: run.day,
  run: run.run,
  state: run.state,
  stage: run.stage,
  matched: run.matched,
  differences: run.differences,
  askedBy: run.askedBy,
  askedByName: run.askedByName,
  trouble: run.trouble,
  startedAt: run.startedAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
})

export const CountedRun = Type.Object({
  ...RunSchema.properties,
  cases: Type.Array(
    Type.Object({ kind: Type.Enum([...KINDS]), state: Type.Enum([...CASE_STATES]), count: Type.Integer() }),
  ),
})

const FactSchema = Type.Object({
  amount: Cents,
  state: Type.Enum(['open', 'moved', 'none'], { description: 'Under way, done, or certainly not done' }),
  name: Type.Optional(Type.String({ description: 'Of OTHER_ID: the txid of a Pix, the end-to-end id of a payment' })),
})

export const CaseSchema = Type.Object({
  uuid: Type.String(),
  reconciliationId: Type.Integer(),
  pspAccountId: Type.Integer(),
  accountId: Type.Integer({ description: 'Whose it is, as far as that is known; else 1000' }),
  accountName: Type.String(),
  day: Day,
  list: Type.Enum([...LISTS]),
  entryId: Type.String({ description: 'What both sides know it by' }),
  kind: Type.Enum([...KINDS]),
  difference: Type.Integer({ description: 'Cents that the PSP counts as moved, less those that we do' }),
  ours: orNull(FactSchema),
  theirs: orNull(FactSchema),
  state: Type.Enum([...CASE_STATES]),
  owner: orNull(Type.String()),
  ownerName: Name,
  reason: orNull(Type.String()),
  closedBy: orNull(Type.String({ description: 'A person' })),
  closedByName: Name,
  closedAt: orNull(Time),
  createdAt: Time,
  foundAt: Type.String({ format: 'date-time', description: 'When a run has found it last' }),
  counterpart: orNull(
    Type.String({
      description: 'A case of the same day and amount on the other side: perhaps the same money under another id',
    }),
  ),
})

const factForm = (event: Fact | null) => (event === null ? null : { ...event })

export const caseForm = (found: Case): Static<typeof CaseSchema> => ({
  uuid: found.uuid,
  reconciliationId: Number(found.reconciliationId),
  pspAccountId: found.pspAccountId,
  accountId: found.accountId,
  accountName: found.accountName,
  day: found.day,
  list: found.list,
  entryId: found.entryId,
  kind: found.kind,
  difference: toCentsNumber(found.difference),
  ours: factForm(found.ours),
  theirs: factForm(found.theirs),
  state: found.state,
  owner: found.owner,
  ownerName: found.ownerName,
  reason: found.reason,
  closedBy: found.closedBy,
  closedByName: found.closedByName,
  closedAt: found.closedAt?.toISOString() ?? null,
  createdAt: found.createdAt.toISOString(),
  foundAt: found.foundAt.toISOString(),
  counterpart: found.counterpart,
})

const Figures = Type.Object({
  available: Cents,
  blocked: Cents,
  fee: Cents,
  received: Cents,
  clearing: Cents,
})

export const DaySchema = Type.Object({
  day: Day,
  state: Type.Enum([...DAY_STATES]),
  figures: Figures,
  transfers: Type.Integer({ description: 'All that there were by its end' }),
  atPsps: Type.Record(Type.String(), Type.Integer(), {
    description: 'Cents that should lie at each PSP account, by its id',
  }),
  hash: orNull(Type.String()),
  closedBy: orNull(Type.String({ description: 'null: the gateway, because nothing was open' })),
  closedByName: Name,
  reason: orNull(Type.String()),
  closedAt: Time,
  reopenedBy: orNull(Type.String()),
  reopenedByName: Name,
  reopenedAt: orNull(Time),
  mayReopen: Type.Boolean({ description: 'Only the last closed day is opened again, by two operators' }),
})

const figuresForm = (figures: DayClose['figures']) =>
  Object.fromEntries(SIDES.map(side => [side, Number(figures[side])])) as Static<typeof Figures>

export const dayForm = (closed: DayClose, lastClosed: LocalDate | null): Static<typeof DaySchema> => ({
  day: closed.day,
  state: closed.state,
  figures: figuresForm(closed.figures),
  transfers: Number(closed.transfers),
  atPsps: closed.atPsps,
  hash: closed.hash,
  closedBy: closed.closedBy,
  closedByName: closed.closedByName,
  reason: closed.reason,
  closedAt: closed.closedAt.toISOString(),
  reopenedBy: closed.reopenedBy,
  reopenedByName: closed.reopenedByName,
  reopenedAt: closed.reopenedAt?.toISOString() ?? null,
  mayReopen: closed.state === 'CLOSED' && closed.day === lastClosed,
})

export const FigureSchema = Type.Object({ accountId: Type.Integer(), seq: Type.Integer(), figures: Figures })

export const figureForm = ({
  accountId,
  seq,
  ...figures
}: DayClose['figures'] & { accountId: number; seq: bigint }) => ({
  accountId,
  seq: Number(seq),
  figures: figuresForm(figures),
})

export const CoverageSchema = Type.Object({
  pspAccountId: Type.Integer(),
  expected: orNull(Type.Integer({ description: 'Cents that should lie there by our books' })),
  owed: orNull(Type.Integer({ description: 'Cents that acquirers have not settled: not among what is expected' })),
  inFlight: orNull(Type.Integer({ description: 'Cents of it that are under way out, and may have left already' })),
  balance: orNull(
    Type.Integer({ description: 'Cents that lie there by the word of the PSP; null where it does not tell' }),
  ),
  covers: orNull(Type.Boolean({ description: 'false: less than expected, also without what is under way' })),
  trouble: orNull(Type.String()),
  checkedAt: orNull(Time),
})

export const coverageForm = (found: Coverage): Static<typeof CoverageSchema> => ({
  pspAccountId: found.pspAccountId,
  expected: found.expected === null ? null : toCentsNumber(found.expected),
  owed: found.owed === null ? null : toCentsNumber(found.owed),
  inFlight: found.inFlight === null ? null : toCentsNumber(found.inFlight),
  balance: found.balance === null ? null : toCentsNumber(found.balance),
  covers: found.covers,
  trouble: found.trouble,
  checkedAt: found.checkedAt?.toISOString() ?? null,
})
