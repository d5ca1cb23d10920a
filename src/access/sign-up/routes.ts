// The route that the link of a registration leads to. The mailbox and the password that was chosen beside this very link must
// come together: a mailbox alone would bring to life what a stranger has asked for, and a password alone anybody's address.
import { Type } from 'typebox'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { refuseForeignPage, signInHeaders } from '../auth-client.ts'
import type { Access, AccessDeps } from '../feature.ts'
import { verifyPassword } from '../passwords/password.ts'
import { makeBounded } from '../second-factor/attempts.ts'
import { UserSchema, userForm } from '../second-factor/wire.ts'
import { findSignUp, forgetSignUps } from './store.ts'

const RULES: RouteRules = {
  guard: 'none',
  dialect: 'panel',
  fails: ['RATE_LIMITED', 'ORIGIN_REFUSED', 'INVALID_DATA', 'CONFLICT'],
}

export function signUpRoutes(
  server: Server,
  deps: Pick<AccessDeps, 'db' | 'clock' | 'origins' | 'openAccountFor'> &
    Pick<Access, 'auth' | 'opened' | 'hashing' | 'personLog'>,
): void {
  const { db, clock, auth, opened, personLog, hashing } = deps
  const bounded = makeBounded({ db, clock, onLocked: async () => {} })
  server.post(
    '/api/auth/confirm-address',
    {
      config: RULES,
      schema: {
        summary: 'Confirm a mail address by the token of a link and the password that was chosen: signs in',
        tags: ['Sign-in'],
        body: Type.Object(
          {
            token: Type.String({ minLength: 1, maxLength: 100 }),
            password: Type.String({ minLength: 1, maxLength: 128 }),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ user: UserSchema }) },
      },
    },
    async (request, reply) => {
      refuseForeignPage(deps.origins(), request)
      const { token, password } = request.body
      const asked = await findSignUp(db, { tokenHash: hashToken(token) })
      if (asked === null || asked.expiresAt <= clock()) throw VOID
      const { email, name, passwordHash } = asked
      const who = { userId: `sign-up ${asked.id}`, address: request.ip }
      if (!(await bounded(who, () => hashing.run(request, () => verifyPassword(passwordHash, password))))) throw WRONG
      const person = await auth.register({ email, name, passwordHash, awaitsAccount: true })
      await forgetSignUps(db, email)
      if (person === null) throw KNOWN
      await deps.openAccountFor(person)
      const action = { userId: person.id, address: request.ip, action: 'address.confirmed' }
      await db.transaction(tx => personLog(tx, action, clock()))
      const cookies = await auth.openSession(person.id, signInHeaders(request))
      await opened(request, reply, { cookies, by: 'password', isFromMailbox: true })
      return { user: userForm({ ...person }) }
    },
  )
}

const VOID = invalid('token', 'that of a link that is unused and less than a day old')
const WRONG = invalid('password', 'the one that was chosen at the registration')
const KNOWN = new Failure('CONFLICT', 'Somebody signs in with this address already')
