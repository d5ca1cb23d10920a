// What is published of a dispute: events for webhooks, notices for the account's people, entries of the audit log.
import type { Actor, Entry } from '#audit/audit.ts'
import { toCentsText, toReais } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { NewNotice } from '#notification/notices/notice.ts'
import type { Dispute } from './dispute.ts'

export type DisputeEvent = 'dispute.opened' | 'dispute.deadline' | 'dispute.closed'

/** Of its latest version. Events beyond the contract's own, so that nobody hears of them who has not asked for them. */
export function eventOf(dispute: Dispute, type: DisputeEvent, more: object = {}): DomainEvent {
  return {
    accountId: dispute.accountId,
    subject: 'dispute',
    subjectId: dispute.id,
    version: dispute.version,
    form: 'DISPUTE',
    type,
    signedEvent: type,
    unsigned: false,
    postbackUrl: null,
    body: bodyBytes({ ...bodyOf(dispute), ...more, type: 'DISPUTE' }),
  }
}

/** Cents are text, as in every notification but those of cashouts, which are in reais. */
const bodyOf = (dispute: Dispute) => ({
  id: Number(dispute.id),
  uuid: dispute.uuid,
  userId: dispute.accountId,
  kind: dispute.kind,
  status: dispute.status,
  amount: toCentsText(dispute.amount),
  forfeitedAmount: toCentsText(dispute.forfeited),
  saleId: dispute.saleId === null ? null : Number(dispute.saleId),
  saleUuid: dispute.saleUuid,
  endToEndId: dispute.endToEndId,
  protocol: dispute.protocol,
  reason: dispute.pspReason,
  openedAt: dispute.openedAt.toISOString(),
  deadlineAt: dispute.deadlineAt?.toISOString() ?? null,
  closedAt: dispute.closedAt?.toISOString() ?? null,
})

const noticeOf = (dispute: Dispute, kind: NewNotice['kind'], message: string, at: Date, more = {}): NewNotice => ({
  accountId: dispute.accountId,
  kind,
  message,
  createdAt: at,
  context: {
    disputeId: Number(dispute.id),
    disputeUuid: dispute.uuid,
    saleUuid: dispute.saleUuid,
    deadlineAt: dispute.deadlineAt?.toISOString() ?? null,
    ...more,
  },
})

const what = ({ kind, amount, saleUuid }: Dispute) =>
  `R$ ${toReais(amount)} ${saleUuid === null ? 'of a payment' : `of sale ${saleUuid}`} (${kind})`
const until = ({ kind, deadlineAt }: Dispute) => {
  if (deadlineAt !== null) return ` until ${deadlineAt.toISOString()}`
  // Acquirers of cards give no deadline here.
  return kind === 'CHARGEBACK' ? ' within three business days' : ''
}

export const openedNotice = (dispute: Dispute, at: Date): NewNotice =>
  noticeOf(dispute, 'DISPUTE_OPENED', `The payer disputes ${what(dispute)}. It can be defended${until(dispute)}.`, at)

export const deadlineNotice = (dispute: Dispute, hours: number, at: Date): NewNotice =>
  noticeOf(
    dispute,
    'DISPUTE_DEADLINE',
    `Less than ${hours} hours are left to defend the dispute of ${what(dispute)}:${until(dispute)}.`,
    at,
    { hours },
  )

const ENDED: Record<string, string> = {
  RELEASED: 'was decided for you, and what was held is released',
  CANCELLED: 'was withdrawn, and what was held is released',
}

export const closedNotice = (dispute: Dispute, at: Date): NewNotice =>
  noticeOf(
    dispute,
    'DISPUTE_CLOSED',
    `The dispute of ${what(dispute)} ${ENDED[dispute.status] ?? `was lost: R$ ${toReais(dispute.forfeited)} went back to the payer`}.`,
    at,
    { status: dispute.status, forfeited: dispute.forfeited.toString() },
  )

export const refusedNotice = (dispute: Dispute, reason: string, at: Date): NewNotice =>
  noticeOf(dispute, 'DISPUTE_DEADLINE', `The PSP has refused the defence of ${what(dispute)}: ${reason}`, at, {
    reason,
  })

export const entryOf = (
  dispute: Dispute,
  action: string,
  actor: Actor,
  reason: string | null = null,
  detail: Record<string, unknown> = {},
): Entry => ({
  accountId: dispute.accountId,
  actor,
  action,
  subject: 'dispute',
  subjectId: dispute.id,
  reason,
  detail: {
    dispute: dispute.uuid,
    kind: dispute.kind,
    status: dispute.status,
    amount: dispute.amount.toString(),
    ...(dispute.saleUuid !== null && { sale: dispute.saleUuid }),
    ...detail,
  },
})
