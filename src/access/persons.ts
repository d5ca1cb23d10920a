// Persons as better-auth keeps them, where no request of its own stands for the deed: those who were invited, and passwords that
// are set anew. It tells nobody and records nothing; whoever calls does.
import type { AuthContext } from '@better-auth/core'
import type { NewPerson, Person } from './auth.ts'

/** As much of better-auth as stands behind its doors. */
interface Kept {
  internalAdapter: AuthContext['internalAdapter']
  password: { hash(password: string): Promise<string> }
  adapter: { deleteMany(what: { model: string; where: { field: string; value: string }[] }): Promise<number> }
}

export const credential = (userId: string, hash: string) => ({
  userId,
  providerId: 'credential',
  accountId: userId,
  password: hash,
})

export const personOf = (user: { id: string; email: string; name: string; operator?: unknown }): Person => ({
  id: user.id,
  email: user.email,
  name: user.name,
  operator: user.operator === true,
})

export async function register(
  { internalAdapter: store, password }: Kept,
  { email, name, password: plain }: Omit<NewPerson, 'operator'>,
): Promise<Person | null> {
  const address = email.toLowerCase()
  const hash = await password.hash(plain)
  if ((await store.findUserByEmail(address)) !== null) return null
  const fields = { email: address, name, operator: false, emailVerified: true, awaitsAccount: false }
  const user = await store.createUser(fields, { method: 'invitation' }).catch(async error => {
    // Somebody was quicker. What else it was is told.
    if ((await store.findUserByEmail(address)) !== null) return null
    throw error
  })
  if (user === null) return null
  await store.linkAccount(credential(user.id, hash))
  return personOf(user)
}

export async function letReset(
  { internalAdapter: store }: Kept,
  email: string,
  token: string,
  until: Date,
): Promise<Person | null> {
  const known = await store.findUserByEmail(email.toLowerCase())
  if (known === null) return null
  await store.createVerificationValue({ identifier: `reset-password:${token}`, value: known.user.id, expiresAt: until })
  return personOf(known.user)
}

/**
 * Whatever lets this person in without the password that is in force now: sessions, other links to reset it, and what a sign-in
 * that was begun has left behind. Whoever has the mailbox has proven that it is theirs.
 */
export async function dropGrants({ internalAdapter: store, adapter }: Kept, userId: string): Promise<void> {
  await store.deleteUserSessions(userId)
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] })
  await store.updateUser(userId, { emailVerified: true })
}
