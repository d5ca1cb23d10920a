// Rules and cases as the operator reads them: money in integer cents.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { CASE_STATES, DECISIONS, DIRECTIONS, EXCEEDED, REFERENCES, SUBJECT_KINDS } from './case/case.ts'
import type { StateTotal } from './case/list-store.ts'
import type { Evidence, KeptDecision, MonitoringCase } from './case/store.ts'
import { parametersOf, RULES, type RuleSettings, UNITS } from './rule/rule.ts'

const Time = Type.String({ format: 'date-time' })
const Cents = Type.Integer({ description: 'Cents' })
const Value = orNull(Type.Integer())

export const RuleName = Type.Enum([...RULES])

export const RuleSchema = Type.Object(
  {
    rule: RuleName,
    enabled: Type.Boolean(),
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        value: orNull(Type.Integer(), { description: 'null: this limit is not in force' }),
        unit: Type.Enum([...UNITS]),
        min: Type.Integer(),
        max: Type.Integer(),
        optional: Type.Boolean({ description: 'Whether it may be null' }),
        initial: orNull(Type.Integer(), { description: 'Where the operator has changed nothing' }),
      }),
    ),
    updatedAt: orNull(Time, { description: 'null: it is as it came' }),
  },
  { title: 'MonitoringRule' },
)

export const ruleForm = ({ rule, enabled, values, updatedAt }: RuleSettings): Static<typeof RuleSchema> => ({
  rule,
  enabled,
  parameters: Object.entries(parametersOf(rule)).map(([name, parameter]) => ({
    name,
    value: values[name] ?? null,
    ...parameter,
  })),
  updatedAt: updatedAt?.toISOString() ?? null,
})

export const CaseSchema = Type.Object(
  {
    uuid: Type.String(),
    accountId: Type.Integer(),
    accountName: Type.String(),
    rule: RuleName,
    state: Type.Enum([...CASE_STATES]),
    subjectKind: Type.Enum([...SUBJECT_KINDS], { description: 'What its movements have in common beside the account' }),
    subject: orNull(Type.String(), { description: 'The PIX key, or the document of the other party as it is known' }),
    subjectName: orNull(Type.String()),
    exceeded: Type.Enum([...EXCEEDED], { description: 'Which limit of the rule its movements are above' }),
    parameters: Type.Record(Type.String(), Value, { description: 'Of the rule, when the case was opened' }),
    from: Type.String({ format: 'date-time', description: 'Of its first movement' }),
    to: Type.String({ format: 'date-time', description: 'Of its last movement so far' }),
    movements: Type.Integer({ description: 'In the fullest window above the limit' }),
    amount: Type.Integer({ description: 'Cents that they come to; of PASS_THROUGH, that came in' }),
    passed: orNull(Cents, { description: 'PASS_THROUGH: cents that went out in that window' }),
    usual: orNull(Cents, { description: 'Cents that are usual in a window that long, where that is known' }),
    evidenceIsCut: Type.Boolean({
      description: 'There are more movements than are kept with the case: the largest are',
    }),
    openedAt: Time,
    analysisDueAt: Type.String({ format: 'date-time', description: '45 days after it was opened, or opened again' }),
    decidedAt: orNull(Time),
    decidedByName: orNull(Type.String({ description: 'Of the person, also when they have left' })),
    reason: orNull(Type.String()),
    protocol: orNull(Type.String({ description: 'Of the communication to COAF' })),
  },
  { title: 'MonitoringCase' },
)

export const caseForm = (found: MonitoringCase): Static<typeof CaseSchema> => ({
  uuid: found.uuid,
  accountId: found.accountId,
  accountName: found.accountName,
  rule: found.rule,
  state: found.state,
  subjectKind: found.subjectKind,
  subject: shownSubject(found),
  subjectName: found.subjectName,
  exceeded: found.exceeded,
  parameters: found.parameters,
  from: found.windowFrom.toISOString(),
  to: found.windowTo.toISOString(),
  movements: found.movements,
  amount: toCentsNumber(found.amount),
  passed: found.passed === null ? null : toCentsNumber(found.passed),
  usual: found.usual === null ? null : toCentsNumber(found.usual),
  evidenceIsCut: found.isCut,
  openedAt: found.openedAt.toISOString(),
  analysisDueAt: found.analysisDueAt.toISOString(),
  decidedAt: found.decidedAt?.toISOString() ?? null,
  decidedByName: found.decidedByName,
  reason: found.reason,
  protocol: found.protocol,
})

/** A recipient is told apart by document and name; the name has a field of its own. */
export function shownSubject({ subjectKind, subject }: Pick<MonitoringCase, 'subjectKind' | 'subject'>): string | null {
  if (subjectKind === 'ACCOUNT') return null
  return subjectKind === 'RECIPIENT' ? (subject.split(' ')[0] ?? subject) : subject
}

const EvidenceSchema = Type.Object({
  direction: Type.Enum([...DIRECTIONS]),
  amount: Cents,
  at: Time,
  reference: Type.Enum([...REFERENCES]),
  id: Type.Integer({ description: 'Of the sale, payment or cashout, within the account' }),
  uuid: orNull(Type.String({ description: 'Payments that no sale has accepted have none' })),
  otherName: orNull(Type.String({ description: 'Who paid, or was paid' })),
  otherDocument: orNull(Type.String({ description: 'Masked where the bank reports it so' })),
  pixKey: orNull(Type.String()),
})

const DecisionSchema = Type.Object({
  decision: Type.Enum([...DECISIONS]),
  reason: Type.String(),
  protocol: orNull(Type.String()),
  decidedBy: Type.String({ description: 'A person' }),
  decidedByName: orNull(Type.String()),
  decidedAt: Time,
})

export const WholeCaseSchema = Type.Object(
  {
    ...CaseSchema.properties,
    evidence: Type.Array(EvidenceSchema),
    decisions: Type.Array(DecisionSchema, { description: 'The first one first; none is ever changed' }),
  },
  { title: 'WholeMonitoringCase' },
)

export const wholeCaseForm = (
  found: MonitoringCase,
  evidence: Evidence[],
  decisions: KeptDecision[],
): Static<typeof WholeCaseSchema> => ({
  ...caseForm(found),
  evidence: evidence.map(({ direction, amount, at, reference, referenceId, referenceUuid, ...other }) => ({
    direction,
    amount: toCentsNumber(amount),
    at: at.toISOString(),
    reference,
    id: Number(referenceId),
    uuid: referenceUuid,
    otherName: other.otherName,
    otherDocument: other.otherDocument,
    pixKey: other.pixKey,
  })),
  decisions: decisions.map(({ decidedAt, ...decision }) => ({ ...decision, decidedAt: decidedAt.toISOString() })),
})

const StateTotals = Type.Object({ count: Type.Integer(), amount: Cents })
export const CaseTotalsSchema = Type.Object({
  states: Type.Object({ OPEN: StateTotals, DISMISSED: StateTotals, REPORTED: StateTotals }),
  overdue: Type.Integer({ description: 'Open ones whose analysis should have been ended' }),
})

export function totalsForm(totals: StateTotal[]): Static<typeof CaseTotalsSchema> {
  const of = (state: StateTotal['state']) => {
    const total = totals.find(one => one.state === state)
    return { count: total?.count ?? 0, amount: total === undefined ? 0 : Number(total.amount) }
  }
  return {
    states: { OPEN: of('OPEN'), DISMISSED: of('DISMISSED'), REPORTED: of('REPORTED') },
    overdue: totals.reduce((sum, { overdue }) => sum + overdue, 0),
  }
}
