// How people sign in, and what they do about it: the routes of better-auth that are in use, registrations, second factors,
// sessions.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Auth, Person } from '#access/auth.ts'
import { authRoutes } from '#access/auth-routes.ts'
import type { HashingQueue } from '#access/passwords/hashing-queue.ts'
import { makePersonLog } from '#access/person-audit.ts'
import type { PersonMail } from '#access/person-mail.ts'
import { personRoutes } from '#access/person-routes.ts'
import { mfaResetRoutes } from '#access/second-factor/mfa-reset-routes.ts'
import { makeDeviceCookie } from '#access/sessions/device-cookie.ts'
import { makeSessionOpened, type SessionOpened } from '#access/sessions/sign-in.ts'
import { openGuessing } from '#access/sessions/sign-in-throttle.ts'
import { signUpRoutes } from '#access/sign-up/routes.ts'
import { record } from '#audit/audit.ts'
import type { Server } from '#http/server.ts'
import type { Infrastructure } from '../infrastructure.ts'

export interface PersonRouteDeps {
  infrastructure: Infrastructure
  auth: Auth
  mail: PersonMail
  origins: () => string[]
  openAccountFor: (person: Person) => Promise<unknown>
  hashing: HashingQueue
}

/** Answers what follows each sign-in, for the other routes that let a person in. */
export function openPersonRoutes(
  server: Server,
  { infrastructure, auth, mail, origins, openAccountFor, hashing }: PersonRouteDeps,
): SessionOpened {
  const { config, db, clock, random } = infrastructure
  const { signUp, publicUrl, production } = config
  const ways = { db, clock, auth, personLog: makePersonLog(record) }
  const device = makeDeviceCookie({ production, random })
  const opened = makeSessionOpened({ ...ways, mail, device })
  mfaResetRoutes(server, ways)
  const guessing = openGuessing({ db, clock, device, pause: ms => sleep(ms) })
  authRoutes(server, { auth, signUp, opened, mail, origins, guessing, hashing })
  signUpRoutes(server, { ...ways, opened, origins, openAccountFor, hashing })
  personRoutes(server, { ...ways, opened, publicUrl, mail })
  return opened
}
