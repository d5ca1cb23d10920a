// Members and invitations as the panel reads them. A token is shown only where no mail could carry it.
import { type Static, Type } from 'typebox'
import { approves } from '#access/approvers/approver.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { INVITATION_KINDS, INVITATION_STATUSES, type Invitation, statusOf } from './invitation/invitation.ts'
import type { ListedInvitation } from './invitation/store.ts'
import { type Member, ROLES } from './member.ts'

const Time = Type.String({ format: 'date-time' })
const TextOrNull = Type.Union([Type.String(), Type.Null()])

/** As they are written: one address, and nothing that a mail program would take for several. */
export const EmailText = Type.String({ format: 'email', maxLength: 254 })
export const RoleName = Type.Enum([...ROLES])
export const LanguageName = Type.Enum([...LANGUAGES])

export const MemberSchema = Type.Object({
  id: Type.String({ description: 'The person' }),
  name: Type.String(),
  email: Type.String(),
  role: RoleName,
  isYou: Type.Boolean({ description: 'Whether it is who asks' }),
  createdAt: Time,
  approvesFrom: Type.Union([Time, Type.Null()], {
    description: 'From when on they approve and agree; null: their role does not',
  }),
})

export const memberForm = (
  { userId, name, email, role, createdAt, approvesAt }: Member,
  asker: string,
): Static<typeof MemberSchema> => ({
  id: userId,
  name,
  email,
  role,
  isYou: userId === asker,
  createdAt: createdAt.toISOString(),
  approvesFrom: approves(role) ? approvesAt.toISOString() : null,
})

export const InvitationSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: RoleName,
  accountName: Type.Union([Type.String(), Type.Null()], { description: 'Of the account that a new seller gets' }),
  language: LanguageName,
  status: Type.Enum([...INVITATION_STATUSES]),
  mail: Type.Enum(['WAITING', 'SENT', 'FAILED', 'NOT_SENT'], {
    description:
      'FAILED: the server of the mail does not take it, or has not for too long. NOT_SENT: no server of mail is set up',
  }),
  link: Type.Union([Type.String(), Type.Null()], {
    description: 'To be handed over by hand, only while no server of mail is set up (never in production)',
  }),
  invitedBy: TextOrNull,
  createdAt: Time,
  sentAt: Type.String({ format: 'date-time', description: 'When the last link was asked for' }),
  expiresAt: Time,
})

/** `link`: null where the mail takes it there. */
export const invitationForm = (
  given: ListedInvitation,
  link: string | null,
  now: Date,
): Static<typeof InvitationSchema> => ({
  id: given.uuid,
  email: given.email,
  role: given.role,
  accountName: given.accountName,
  language: given.language,
  status: statusOf(given, now),
  mail: link === null ? given.mail : 'NOT_SENT',
  link,
  invitedBy: given.inviter,
  createdAt: given.createdAt.toISOString(),
  sentAt: given.sentAt.toISOString(),
  expiresAt: given.expiresAt.toISOString(),
})

/** As the holder of the link reads it: only the mailbox has it. */
export const GuestSchema = Type.Object({
  kind: Type.Enum([...INVITATION_KINDS], { description: 'MEMBER: of an account. SELLER: an account is opened' }),
  status: Type.Enum([...INVITATION_STATUSES]),
  accountName: TextOrNull,
  role: RoleName,
  invitedBy: Type.Union([Type.String(), Type.Null()], { description: 'null: the operator' }),
  email: Type.String(),
  hasLogin: Type.Boolean({ description: 'true: sign in with the address and accept. false: sign up with the link' }),
  expiresAt: Time,
})

export interface GuestKnows {
  accountName: string | null
  inviter: string | null
  hasLogin: boolean
}

export const guestForm = (
  { kind, role, email, expiresAt, ...invitation }: Invitation,
  { accountName, inviter, hasLogin }: GuestKnows,
  now: Date,
): Static<typeof GuestSchema> => ({
  kind,
  status: statusOf({ ...invitation, expiresAt }, now),
  accountName,
  role,
  invitedBy: inviter,
  email,
  hasLogin,
  expiresAt: expiresAt.toISOString(),
})

export const JoinedSchema = Type.Object({
  accountId: Type.Integer({ description: 'For X-Account-Id' }),
  role: RoleName,
})
