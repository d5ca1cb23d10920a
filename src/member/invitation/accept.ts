// Accepting an invitation: the token proves the mailbox, the session or a new password proves the person. What comes of it, a
// membership or an account, is in the commit that closes the invitation, so that no link is used twice.

import { approves, approvesFrom } from '#access/approvers/approver.ts'
import type { Person } from '#access/auth.ts'
import type { Access } from '#access/feature.ts'
import { demandGoodPassword } from '#access/passwords/new-password.ts'
import { hashPassword } from '#access/passwords/password.ts'
import { forgetSignUps } from '#access/sign-up/store.ts'
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import type { MembersDeps } from '../feature.ts'
import { MAX_MEMBERS } from '../member.ts'
import { insertMember, listMembers, lockPeople } from '../store.ts'
import { mailOwners } from '../team-change.ts'
import { type Invitation, refusedUse } from './invitation.ts'
import { closeInvitation, findByToken } from './store.ts'

type Guest = Pick<Person, 'id' | 'name' | 'email'>

/** Another account for this person, as those who register get one. `name` null: it is called as they are. */
export type OpenAccount = (
  tx: Transaction,
  opening: { person: Guest; name: string | null; now: Date },
) => Promise<number>

/** From where, and in which language the owners hear of it. */
export interface Comer {
  address: string
  language: Language
}

export interface Joined {
  accountId: number
  role: Role
}

export async function findInvited({ db }: Pick<MembersDeps, 'db'>, token: string): Promise<Invitation | Failure> {
  return (await findByToken(db, hashToken(token))) ?? NO_SUCH
}

const NO_SUCH = notFound('invitation')

/** By a person who is signed in. */
export async function accept(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'mail'> & { openAccount: OpenAccount },
  token: string,
  person: Guest,
  from: Comer,
): Promise<Joined | Failure> {
  const { db, clock, openAccount, mail } = deps
  const found = await findByToken(db, hashToken(token))
  if (found === null) return NO_SUCH
  const outcome = await db.transaction(async tx => {
    await lockPeople(tx, found.accountId)
    const now = clock()
    // Read again: another link was sent, or another request was quicker.
    const invitation = await findByToken(tx, found.tokenHash)
    if (invitation === null) return NO_SUCH
    const refused = refusedUse(invitation, now) ?? refusedGuest(invitation, person)
    if (refused !== null) return refused
    const joined = await join(tx, invitation, person, openAccount, now)
    if (joined instanceof Failure) return joined
    await closeInvitation(tx, invitation, 'ACCEPTED', { now, acceptedBy: person.id })
    await recordAction(tx, invitation, joined, { kind: 'member', id: person.id, address: from.address }, now)
    if (invitation.kind === 'MEMBER') await mailJoining(tx, { mail, language: from.language }, joined, person, now)
    return joined
  })
  if (!(outcome instanceof Failure)) mail.wake()
  return outcome
}

/** The one who has joined is among the owners where that is their role: they know. */
async function mailJoining(
  tx: Transaction,
  by: Pick<MembersDeps, 'mail'> & { language: Language },
  { accountId, role }: Joined,
  { id, email, name }: Guest,
  now: Date,
) {
  const members = (await listMembers(tx, accountId)).filter(({ userId }) => userId !== id)
  const approvesAt = approves(role) ? approvesFrom(now) : null
  const change = { what: 'JOINED' as const, email, role, approvesFrom: approvesAt, by: name }
  await mailOwners(tx, by, { accountId, members, now }, change)
}

/** By a person who has no login yet, or one that the mailbox never confirmed and that ends here: makes one, and signs in. */
export async function signUpInvited(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'mail'> & Pick<Access, 'auth'> & { openAccount: OpenAccount },
  token: string,
  { name, password }: { name: string; password: string },
  from: Comer & { headers: Headers },
): Promise<{ joined: Joined; cookies: string[] } | Failure> {
  const invitation = await findInvited(deps, token)
  if (invitation instanceof Failure) return invitation
  const refused = refusedUse(invitation, deps.clock())
  if (refused !== null) return refused
  const { email } = invitation
  await demandGoodPassword('password', password, [email, name])
  const passwordHash = await hashPassword(password)
  const person = await deps.auth.register({ email, name, passwordHash, awaitsAccount: false })
  if (person === null)
    return new Failure('CONFLICT', 'This address has a login already: sign in with it and accept then')
  const joined = await accept(deps, token, person, from)
  if (joined instanceof Failure) return joined
  await forgetSignUps(deps.db, email)
  return { joined, cookies: await deps.auth.openSession(person.id, from.headers) }
}

const refusedGuest = ({ email }: Invitation, person: Guest): Failure | null =>
  person.email === email
    ? null
    : new Failure('FORBIDDEN', 'This invitation is for another address: sign in with the one that it was sent to')

async function join(
  tx: Transaction,
  { kind, accountId, accountName, role }: Invitation,
  person: Guest,
  openAccount: OpenAccount,
  now: Date,
): Promise<Joined | Failure> {
  if (kind === 'SELLER') return { accountId: await openAccount(tx, { person, name: accountName, now }), role }
  const members = await listMembers(tx, accountId)
  if (members.some(({ userId }) => userId === person.id))
    return new Failure('CONFLICT', 'You are a member of this account already')
  if (members.length >= MAX_MEMBERS) return new Failure('CONFLICT', `This account has ${MAX_MEMBERS} members already`)
  await insertMember(tx, accountId, person.id, role, now)
  return { accountId, role }
}

/** The audit entry of a new account stands in its log, that of its invitation in the operator's. */
function recordAction(
  tx: Transaction,
  { accountId, kind, uuid, role, email }: Invitation,
  joined: Joined,
  actor: Actor,
  now: Date,
) {
  const used = {
    accountId,
    actor,
    action: 'invitation.accepted',
    subject: 'invitation',
    subjectId: uuid,
    detail: { email, role, ...(kind === 'SELLER' && { userId: joined.accountId }) },
  }
  const opened = {
    accountId: joined.accountId,
    actor,
    action: 'account.opened',
    subject: 'account',
    subjectId: joined.accountId,
    detail: { invitation: uuid },
  }
  return record(tx, kind === 'SELLER' ? [used, opened] : [used], now)
}
