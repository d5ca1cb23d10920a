// Persons as better-auth keeps them, where no request of its own causes the change: those who were invited, and passwords that
// are set anew. It publishes and records nothing; the caller does.
import type { AuthContext } from '@better-auth/core'
import type { Person } from './auth.ts'

/** As much of better-auth as stands behind its routes. */
interface Kept {
  internalAdapter: AuthContext['internalAdapter']
}

const credential = (userId: string, hash: string) => ({
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
 * A person whose mailbox has answered, or whom the operator vouches for. A person who has registered the address without
 * confirming it keeps nothing: the login becomes this one, and every way in that was set before ends. Null where another person
 * has confirmed the address, and `evenConfirmed` is absent.
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
      // Another registration was quicker. Any other reason is thrown.
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
  // Again: a person may have come in by the old password meanwhile.
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
