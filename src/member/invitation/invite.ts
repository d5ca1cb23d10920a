// Inviting a person, sending the link again, and taking it back. Each is one commit with its mail and its audit entry, under the
// lock of the account, so that the bounds hold also for simultaneous requests.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { mintUuid } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { countMail } from '#mail/store.ts'
import type { MembersDeps } from '../feature.ts'
import { MAX_MEMBERS } from '../member.ts'
import { isActive, listMembers, lockPeople } from '../store.ts'
import { mailOwners } from '../team-change.ts'
import {
  BOUNDS,
  GOOD_FOR_MS,
  type Invitation,
  type InvitationKind,
  SENT_AGAIN_AFTER_MS,
  tokenOf,
} from './invitation.ts'
import { closeInvitation, countOpen, findOpen, insertInvitation, nameOfPerson, updateSent } from './store.ts'

export interface InvitationRequest {
  /** Who invites. */
  accountId: number
  kind: InvitationKind
  email: string
  role: Role
  accountName: string | null
  language: Language
  /** Of the mails to the owners about it. */
  ownersLanguage: Language
}

type By = Actor & { id: string }

export function invite(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'random' | 'mail'> & Pick<AuthSecrets, 'secret'>,
  request: InvitationRequest,
  by: By,
): Promise<Invitation | Failure> {
  return runLocked(deps, request.accountId, async (tx, now) => {
    const email = request.email.toLowerCase()
    const refused =
      (await refusedAccount(tx, request)) ??
      (await refusedAddress(tx, { ...request, email }, now)) ??
      (await refusedNumber(tx, request, now))
    if (refused !== null) return refused
    const uuid = mintUuid(deps.random)
    const tokenHash = hashToken(tokenOf(deps.secret, { uuid, version: 1 }))
    const expiresAt = new Date(now.getTime() + GOOD_FOR_MS)
    const made = await insertInvitation(tx, {
      ...request,
      email,
      uuid,
      tokenHash,
      invitedBy: by.id,
      sentAt: now,
      expiresAt,
    })
    await owe(tx, deps, made)
    await recordAction(tx, made, by, 'invitation.sent', now)
    if (request.kind === 'MEMBER') await mailInvitation(tx, deps, request, by, now)
    return made
  })
}

async function mailInvitation(
  tx: Transaction,
  { mail }: Pick<MembersDeps, 'mail'>,
  request: InvitationRequest,
  by: By,
  now: Date,
) {
  const { accountId, role, ownersLanguage: language } = request
  const change = { what: 'INVITED' as const, email: request.email.toLowerCase(), role, approvesFrom: null }
  const members = await listMembers(tx, accountId)
  const name = await nameOfPerson(tx, by.id)
  await mailOwners(tx, { mail, language }, { accountId, members, now }, { ...change, by: name })
}

export function resend(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'mail'> & Pick<AuthSecrets, 'secret'>,
  of: Whose,
  by: By,
): Promise<Invitation | Failure> {
  return runLocked(deps, of.accountId, async (tx, now) => {
    const known = await findOpen(tx, of.accountId, of)
    if (known === null) return notFound('invitation')
    const waitMs = known.sentAt.getTime() + SENT_AGAIN_AFTER_MS - now.getTime()
    if (waitMs > 0) return slowDown('This invitation was sent a moment ago', waitMs)
    const refused =
      (await refusedAccount(tx, known)) ?? (await refusedMails(tx, known, now)) ?? (await refusedAgain(tx, known, now))
    if (refused !== null) return refused
    const version = known.version + 1
    const tokenHash = hashToken(tokenOf(deps.secret, { uuid: known.uuid, version }))
    const sent = { ...known, version, tokenHash, sentAt: now, expiresAt: new Date(now.getTime() + GOOD_FOR_MS) }
    await updateSent(tx, sent)
    await owe(tx, deps, sent)
    await recordAction(tx, sent, by, 'invitation.resent', now)
    return sent
  })
}

export interface Whose {
  accountId: number
  uuid: string
}

/** Mail is not needed for this. */
export function revoke({ db, clock }: Pick<MembersDeps, 'db' | 'clock'>, of: Whose, by: By): Promise<Failure | null> {
  return db.transaction(async tx => {
    await lockPeople(tx, of.accountId)
    const now = clock()
    const known = await findOpen(tx, of.accountId, of)
    if (known === null) return notFound('invitation')
    await closeInvitation(tx, known, 'REVOKED', { now })
    await recordAction(tx, known, by, 'invitation.revoked', now)
    return null
  })
}

/** Under the lock; the mail goes out behind the commit. */
async function runLocked(
  { db, clock, mail }: Pick<MembersDeps, 'db' | 'clock' | 'mail'>,
  accountId: number,
  work: (tx: Transaction, now: Date) => Promise<Invitation | Failure>,
): Promise<Invitation | Failure> {
  if (mail.refusal !== null) return mail.refusal
  const outcome = await db.transaction(async tx => {
    await lockPeople(tx, accountId)
    return work(tx, clock())
  })
  if (!(outcome instanceof Failure)) mail.wake()
  return outcome
}

/** An account that nobody has let in yet, or that is stopped, sends nothing to strangers. */
async function refusedAccount(tx: Transaction, { accountId, kind }: Pick<Invitation, 'accountId' | 'kind'>) {
  if (kind === 'SELLER' || (await isActive(tx, accountId))) return null
  return new Failure('FORBIDDEN', 'This account is not active: it invites nobody until the operator has activated it')
}

/** One for each address. The place of one that has run out is taken. */
async function refusedAddress(tx: Transaction, request: InvitationRequest, now: Date): Promise<Failure | null> {
  const members = request.kind === 'MEMBER' ? await listMembers(tx, request.accountId) : []
  if (members.some(({ email }) => email === request.email))
    return new Failure('CONFLICT', 'email: this person is a member already')
  const open = await findOpen(tx, request.accountId, { email: request.email })
  if (open === null) return null
  if (open.expiresAt > now)
    return new Failure('CONFLICT', 'email: is invited already; send that invitation again, or take it back first')
  await closeInvitation(tx, open, 'REPLACED', { now })
  return null
}

async function refusedNumber(
  tx: Transaction,
  { accountId, kind }: Pick<InvitationRequest, 'accountId' | 'kind'>,
  now: Date,
): Promise<Failure | null> {
  const open = await countOpen(tx, accountId, now)
  const { open: max } = BOUNDS[kind]
  if (open >= max) return new Failure('CONFLICT', `${max} invitations are open: take one back first`)
  if (kind === 'MEMBER' && open + (await listMembers(tx, accountId)).length >= MAX_MEMBERS)
    return new Failure('CONFLICT', `An account has at most ${MAX_MEMBERS} members, invited ones among them`)
  return refusedMails(tx, { accountId, kind }, now)
}

/** One that had run out counts again. */
const refusedAgain = async (tx: Transaction, known: Invitation, now: Date) =>
  known.expiresAt > now ? null : refusedNumber(tx, known, now)

async function refusedMails(
  tx: Transaction,
  { accountId, kind }: Pick<Invitation, 'accountId' | 'kind'>,
  now: Date,
): Promise<Failure | null> {
  const sent = await countMail(tx, accountId, 'invitation', new Date(now.getTime() - DAY_MS))
  return sent < BOUNDS[kind].mailsADay ? null : slowDown('Too many invitations were sent within a day', HOUR_MS)
}

const slowDown = (message: string, waitMs: number) =>
  new Failure('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) })

const owe = (
  tx: Transaction,
  { mail }: Pick<MembersDeps, 'mail'>,
  { accountId, email, language, uuid, version, expiresAt }: Invitation,
) => mail.put(tx, { accountId, kind: 'invitation', recipient: email, language, detail: { uuid, version }, expiresAt })

const recordAction = (tx: Transaction, invitation: Invitation, actor: Actor, action: string, now: Date) => {
  const { accountId, uuid, email, role, accountName } = invitation
  const detail = { email, role, ...(accountName !== null && { accountName }) }
  return record(tx, [{ accountId, actor, action, subject: 'invitation', subjectId: uuid, detail }], now)
}
