// An invitation: an account asks a person to work for it, or the operator asks a new seller in. The link goes by mail, opens
// once, and only for a person who signs in with the address that it was sent to. Its token follows from the row and a secret of
// the gateway, so that the same mail can be sent again while the database holds nothing but a hash.
import { createHmac } from 'node:crypto'
import type { Role } from '#http/route.ts'
import { type AuthSecrets, mintedToken } from '#kernel/crypto/auth-secrets.ts'
import { Failure } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'

export const INVITATION_KINDS = ['MEMBER', 'SELLER'] as const
export type InvitationKind = (typeof INVITATION_KINDS)[number]

export const INVITATION_STATUSES = ['OPEN', 'EXPIRED', 'ACCEPTED', 'REVOKED'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

export interface Invitation {
  /** Who invites: the account, or the operator a new seller. */
  accountId: number
  id: bigint
  uuid: string
  kind: InvitationKind
  /** In lower case. */
  email: string
  role: Role
  /** Of the account that a new seller gets; null: as they call themselves. */
  accountName: string | null
  language: Language
  /** Of the last link that was sent: only that one opens. */
  version: number
  tokenHash: Buffer
  invitedBy: string
  createdAt: Date
  sentAt: Date
  expiresAt: Date
  outcome: 'ACCEPTED' | 'REVOKED' | 'REPLACED' | null
}

export const GOOD_FOR_MS = 7 * DAY_MS

interface Bounds {
  /** Open at the same time. */
  open: number
  /** Sent within a day, those that are sent again among them. */
  mailsADay: number
}

/** What is sent goes to people who have not asked for it. */
export const BOUNDS: Record<InvitationKind, Bounds> = {
  MEMBER: { open: 50, mailsADay: 100 },
  SELLER: { open: 500, mailsADay: 1_000 },
}

/** Before it the same link is not sent again. */
export const SENT_AGAIN_AFTER_MS = MINUTE_MS

export function statusOf(
  { outcome, expiresAt }: Pick<Invitation, 'outcome' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  if (outcome === 'ACCEPTED' || outcome === 'REVOKED') return outcome
  return outcome === null && expiresAt > now ? 'OPEN' : 'EXPIRED'
}

const SAYS: Record<Exclude<InvitationStatus, 'OPEN'>, string> = {
  EXPIRED: 'This invitation has run out: ask for another one',
  ACCEPTED: 'This invitation has been used',
  REVOKED: 'This invitation was taken back',
}

export function refusedUse(invitation: Invitation, now: Date): Failure | null {
  const status = statusOf(invitation, now)
  return status === 'OPEN' ? null : new Failure('CONFLICT', SAYS[status])
}

export const tokenOf = (secret: string, { uuid, version }: Pick<Invitation, 'uuid' | 'version'>): string =>
  createHmac('sha256', secret).update(`porteira invitation ${uuid} ${version}`).digest('base64url')

/** Where the invited person opens it. */
export const linkOf = (
  panelUrl: string,
  secrets: AuthSecrets,
  invitation: Pick<Invitation, 'uuid' | 'version' | 'tokenHash'>,
): string => `${panelUrl}/convite/${mintedToken(secrets, secret => tokenOf(secret, invitation), invitation.tokenHash)}`
