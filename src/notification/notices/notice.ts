// What the people of an account should know although they did not ask. `said` is a sentence for them, `known` what it is
// about, for programs.

export const NOTICE_KINDS = [
  'WEBHOOK_SWITCHED_OFF',
  'WEBHOOK_GONE',
  'DISPUTE_OPENED',
  'DISPUTE_DEADLINE',
  'DISPUTE_CLOSED',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export interface NewNotice {
  accountId: number
  kind: NoticeKind
  message: string
  context: Record<string, unknown>
  createdAt: Date
}

export interface Notice extends NewNotice {
  id: bigint
  seenAt: Date | null
}

interface Receiver {
  accountId: number
  id: bigint
  url: string
}

export const goneNotice = ({ accountId, id, url }: Receiver, at: Date): NewNotice => ({
  accountId,
  kind: 'WEBHOOK_GONE',
  message: `Webhook ${id} at ${placeOf(url)} answered 410 Gone: what was sent there is not sent again. Change its address, or remove it.`,
  context: { webhookId: Number(id), webhookUrl: url },
  createdAt: at,
})

export const switchedOffNotice = ({ accountId, id, url }: Receiver, reason: string, at: Date): NewNotice => ({
  accountId,
  kind: 'WEBHOOK_SWITCHED_OFF',
  message: `Webhook ${id} at ${placeOf(url)} was switched off: ${reason}. Its log keeps what it misses; switch it on again when it is well.`,
  context: { webhookId: Number(id), webhookUrl: url, disabledAt: at.toISOString() },
  createdAt: at,
})

/** Queries of addresses are for the receiver, and may hold its secrets. */
const placeOf = (url: string): string => URL.parse(url)?.host ?? 'its address'
