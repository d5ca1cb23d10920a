// How people sign in, and what they do about it: the routes of better-auth that are in use, registrations, forgotten passwords, second
// factors, sessions.
import type { Server } from '#http/server.ts'
import { authRoutes } from './auth-routes.ts'
import type { Access, AccessDeps } from './feature.ts'
import { openPasswordJudge } from './passwords/new-password.ts'
import { resetRoutes } from './passwords/reset-routes.ts'
import { personRoutes } from './person-routes.ts'
import { mfaResetRoutes } from './second-factor/mfa-reset-routes.ts'
import { signUpRoutes } from './sign-up/routes.ts'

export function accessRoutes(
  server: Server,
  deps: Pick<AccessDeps, 'db' | 'clock' | 'publicUrl' | 'origins' | 'openAccountFor'> & {
    access: Access
    signUp: 'closed' | 'invite' | 'open'
  },
): void {
  const { db, clock, access, signUp, publicUrl, origins, openAccountFor } = deps
  const { auth, opened, hashing, guessing, personLog, personMail: mail } = access
  const judge = openPasswordJudge(clock)
  const ways = { db, clock, auth, personLog }
  mfaResetRoutes(server, ways)
  authRoutes(server, { auth, signUp, opened, mail, origins, guessing, hashing, judge })
  signUpRoutes(server, { ...ways, opened, origins, openAccountFor, hashing })
  personRoutes(server, { ...ways, opened, publicUrl, mail })
  resetRoutes(server, { auth, hashing, mail, origins, judge })
}
