// How people sign in, and what they do about it: the routes of better-auth that are in use, registrations, forgotten passwords, second
// factors, sessions.
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'
import type { Clock } from '#kernel/time.ts'
import type { Person } from './auth.ts'
import { authRoutes } from './auth-routes.ts'
import type { Access } from './feature.ts'
import { resetRoutes } from './passwords/reset-routes.ts'
import { personRoutes } from './person-routes.ts'
import { mfaResetRoutes } from './second-factor/mfa-reset-routes.ts'
import { signUpRoutes } from './sign-up/routes.ts'

export interface AccessRouteDeps {
  db: Database
  clock: Clock
  access: Access
  signUp: 'closed' | 'invite' | 'open'
  publicUrl: string | null
  origins: () => string[]
  openAccountFor: (person: Person) => Promise<unknown>
}

export function accessRoutes(server: Server, { access, ...deps }: AccessRouteDeps): void {
  const { db, clock, signUp, publicUrl, origins, openAccountFor } = deps
  const { auth, opened, hashing, guessing, personLog, personMail: mail } = access
  const ways = { db, clock, auth, personLog }
  mfaResetRoutes(server, ways)
  authRoutes(server, { auth, signUp, opened, mail, origins, guessing, hashing })
  signUpRoutes(server, { ...ways, opened, origins, openAccountFor, hashing })
  personRoutes(server, { ...ways, opened, publicUrl, mail })
  resetRoutes(server, { auth, hashing, mail })
}
