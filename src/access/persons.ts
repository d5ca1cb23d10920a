// Persons as better-auth keeps them, where no request of its own stands for the deed: those who were invited, and passwords that
// are set anew. It tells nobody and records nothing; whoever calls does.
import type { AuthContext } from '@better-auth/core'
import type { Person } from './auth.ts'

/** As much of better-auth as stands behind its doors. */
interface Kept {
  internalAdapter: AuthContext['internalAdapter']
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

export interface NewLogin {
  email: string
  name: string
  passwordHash: string
  operator: boolean
  awaitsAccount: boolean
}

/**
 * A person whose mailbox has answered, or for whom the operator stands. Whoever has the address in their name without having
 * confirmed it keeps nothing: the login becomes this one, and every way in that was set before ends. Null where the address is
 * somebody's who has confirmed it, and `evenConfirmed` is not said.
 */
export async function register(
  { internalAdapter: store, endAll }: Kept & { endAll: (userId: string) => Promise<unknown> },
  { email, passwordHash, ...fields }: NewLogin,
  { evenConfirmed = false } = {},
): Promise<Person | null> {
  const address = email.toLowerCase()
  const given = { ...fields, emailVerified: true }
  const known = await store.findUserByEmail(address)
  if (known === null) {
    const user = await store.createUser({ ...given, email: address }, { method: 'invitation' }).catch(async error => {
      // Somebody was quicker. What else it was is told.
      if ((await store.findUserByEmail(address)) !== null) return null
      throw error
    })
    if (user === null) return null
    await store.linkAccount(credential(user.id, passwordHash))
    return personOf(user)
  }
  if (known.user.emailVerified && !evenConfirmed) return null
  const { id } = known.user
  await endAll(id)
  if ((await store.findCredentialAccount(id)) === null) await store.linkAccount(credential(id, passwordHash))
  else await store.updatePassword(id, passwordHash)
  // Again: whoever came in by the old password meanwhile.
  await endAll(id)
  return personOf(await store.updateUser(id, given))
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
