// A dispute: a payer wants back what a seller was paid. Its states, and the effect of each report about it. Pure; the verbs beside this
// file move it.
//
//   OPEN      waits for an answer ---> DEFENDED  the PSP weighs the defence
//     '--------------------------------+--> RELEASED   the seller was in the right
//                                      +--> CANCELLED  nobody disputes it any more
//                                      '--> FORFEITED  it went back to the payer, in whole or in part
import type { Centavos } from '#kernel/money.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { ClaimKey } from '#ledger/balance-claims.ts'
import type { ReportedDispute } from '#psp/port.ts'

export const DISPUTE_KINDS = ['MED', 'CHARGEBACK'] as const
export type DisputeKind = (typeof DISPUTE_KINDS)[number]

export const DISPUTE_STATUSES = ['OPEN', 'DEFENDED', 'RELEASED', 'FORFEITED', 'CANCELLED'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export interface DisputeKey {
  accountId: number
  id: bigint
}

/** What an operator did, and why. */
export interface Word {
  by: string
  reason: string
}

export interface Dispute extends DisputeKey {
  uuid: string
  kind: DisputeKind
  status: DisputeStatus
  version: number
  pspAccountId: number
  /** null: a person has opened it, and no PSP knows of it. */
  pspDisputeId: string | null
  protocol: string | null
  pspReason: string | null
  endToEndId: string
  receiptId: bigint | null
  saleId: bigint | null
  saleUuid: string | null
  amount: Centavos
  claimed: Centavos
  /** Of that, what was taken out of the sale's own holds. */
  reserve: Centavos
  forfeited: Centavos
  elsewhere: Centavos
  openedAt: Date
  deadlineAt: Date | null
  remindedHours: number | null
  acceptedAt: Date | null
  defendedAt: Date | null
  closedAt: Date | null
  saleVersion: number | null
  opened: Word | null
  closed: Word | null
  createdAt: Date
  updatedAt: Date
}

export const isOpen = ({ status }: Pick<Dispute, 'status'>): boolean => status === 'OPEN' || status === 'DEFENDED'

export const claimKeyOf = ({ accountId, id }: DisputeKey): ClaimKey => ({
  accountId,
  subject: 'dispute',
  subjectId: id,
})

export type Meaning = 'defend' | 'release' | 'cancel' | 'accept' | 'contradiction'

const LIVE = { open: null, rejected: 'release', cancelled: 'cancel', accepted: 'accept' } as const

/** An end of the same sense says nothing new, and neither does what was true before the end; another end contradicts it. */
const MEANS: Record<DisputeStatus, Record<ReportedDispute['state'], Meaning | null>> = {
  OPEN: { ...LIVE, defended: 'defend' },
  DEFENDED: { ...LIVE, defended: null },
  RELEASED: { open: null, defended: null, rejected: null, cancelled: null, accepted: 'contradiction' },
  CANCELLED: { open: null, defended: null, rejected: null, cancelled: null, accepted: 'contradiction' },
  FORFEITED: { open: null, defended: null, rejected: 'contradiction', cancelled: 'contradiction', accepted: null },
}

/** One that was released by hand after the PSP had decided it for the payer, as nothing was left, is not contradicted by that. */
export function meaningOf(
  { status, acceptedAt, closed }: Pick<Dispute, 'status' | 'acceptedAt' | 'closed'>,
  reported: ReportedDispute['state'],
): Meaning | null {
  const isKnown = status === 'RELEASED' && closed !== null && acceptedAt !== null
  return isKnown && reported === 'accepted' ? null : MEANS[status][reported]
}

/** Hours before the deadline, the first reminder first. */
export const REMINDERS = [48, 24, 6] as const
/** Hours before the end of its time, which are days after it: its end is still unknown, and the operator is reminded. */
export const OVERDUE = -72

/** Where the PSP gives no deadline. */
const WITHOUT_DEADLINE_MS = 30 * DAY_MS

/** From then on a person may end it, whether a PSP or a person has reported it. */
export const endOfTime = ({ deadlineAt, openedAt }: Pick<Dispute, 'deadlineAt' | 'openedAt'>): Date =>
  deadlineAt ?? new Date(openedAt.getTime() + WITHOUT_DEADLINE_MS)

type Timed = Pick<Dispute, 'deadlineAt' | 'openedAt' | 'remindedHours' | 'status' | 'acceptedAt' | 'receiptId'>

/** Of what is decided, or about money that nobody here knows, nobody is reminded. */
const isAwaited = (dispute: Timed) => isOpen(dispute) && dispute.acceptedAt === null && dispute.receiptId !== null

const remindersOf = ({ status, deadlineAt }: Timed): number[] =>
  status === 'OPEN' && deadlineAt !== null ? [...REMINDERS, OVERDUE] : [OVERDUE]

const timeOf = (dispute: Timed, hours: number) => new Date(endOfTime(dispute).getTime() - hours * HOUR_MS)

/** The reminder that is to be given at this moment; null where there is none, because it was given or it is not the time. */
export function reminderAt(dispute: Timed, now: Date): number | null {
  if (!isAwaited(dispute)) return null
  const latest = remindersOf(dispute).findLast(hours => timeOf(dispute, hours) <= now)
  const { remindedHours } = dispute
  if (latest === undefined || (remindedHours !== null && remindedHours <= latest)) return null
  return latest === OVERDUE || endOfTime(dispute) > now ? latest : null
}

/** When the next reminder is to be given; null where none is to come. */
export function nextReminderAt(dispute: Timed, now: Date): Date | null {
  if (!isAwaited(dispute)) return null
  if (reminderAt(dispute, now) !== null) return now
  const times = remindersOf(dispute).map(hours => timeOf(dispute, hours))
  return times.find(time => time > now) ?? null
}

/** At its opening: reminders that are past are not given, but for the last, which is never left out. */
export function remindedAtOpening(deadlineAt: Date | null, now: Date): number | null {
  if (deadlineAt === null) return null
  const left = deadlineAt.getTime() - now.getTime()
  return REMINDERS.findLast(hours => left <= hours * HOUR_MS && hours !== REMINDERS.at(-1)) ?? null
}

/** What the payer gets of it now, and what had gone back before anybody knew of the dispute. */
export interface Forfeit {
  taken: Centavos
  elsewhere: Centavos
}

/**
 * Whether its PSP says how it ends. What the operator has opened is known to no PSP, and a card's acquirer may never say: people end these, and
 * that one is lost takes two of them.
 */
export const isEndedByPsp = ({ pspDisputeId, kind }: Pick<Dispute, 'pspDisputeId' | 'kind'>): boolean =>
  pspDisputeId !== null && kind !== 'CHARGEBACK'

/** Whether its PSP takes a defence by its API. A card's acquirer takes none, and what the operator has opened is known to no PSP. */
export const hasDefenceApi = ({ pspDisputeId, kind }: Pick<Dispute, 'pspDisputeId' | 'kind'>): boolean =>
  pspDisputeId !== null && kind === 'MED'
