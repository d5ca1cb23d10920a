// Who is let in, and how people sign in: sessions by better-auth, the guards of all routes, and what follows a sign-in. The turn of a guess
// at a password is waited for here.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { batched } from '#db/batched.ts'
import type { Connection, Database } from '#db/postgres.ts'
import type { Caller } from '#http/route.ts'
import type { ServerDeps } from '#http/server.ts'
import type { AuthSecrets } from '#kernel/crypto/auth-secrets.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { type Auth, openAuth, type PasswordResets, type Person } from './auth.ts'
import { makeKeyGuard } from './guards/api-key-guard.ts'
import { makeOperatorGuard, makePersonGuard, makeSessionGuard } from './guards/session-guard.ts'
import { makeStillLetIn } from './guards/still-admitted-store.ts'
import type { ViewedBy } from './guards/support-guard.ts'
import { type HashingQueue, openHashingQueue } from './passwords/hashing-queue.ts'
import { makePersonLog, type PersonLog, type Recording } from './person-audit.ts'
import { openPersonMail, type PersonMail } from './person-mail.ts'
import { makeDeviceCookie } from './sessions/device-cookie.ts'
import { makeSessionUses } from './sessions/last-used.ts'
import { makeSessionOpened, type SessionOpened } from './sessions/sign-in.ts'
import { type Guessing, openGuessing } from './sessions/sign-in-throttle.ts'
import { openSignUps } from './sign-up/sign-up.ts'
import { findKeys } from './store.ts'

export interface AccessDeps extends AuthSecrets {
  connection: Connection
  db: Database
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  publicUrl: string | null
  production: boolean
  /** The pages that may call with a cookie. Asked at each request, since the port may be known only after listening. */
  origins: () => string[]
  mail: MailOutbox
  passwordResets: PasswordResets
  /** Gives an account to a person who has none yet. Repeatable. */
  openAccountFor: (person: Person) => Promise<unknown>
  /** What an operator looks at for support. */
  viewed: ViewedBy
  /** The audit log. */
  record: Recording
}

export interface Access extends AsyncDisposable {
  auth: Auth
  /** Of every route, by the name that its rules have. */
  guards: ServerDeps['guards']
  /** Whether who was let in still would be, for what takes long. */
  stillLetIn: (caller: Caller) => Promise<boolean>
  /** What follows a sign-in that was let through, whichever way it came. */
  opened: SessionOpened
  /** Passwords are hashed a few at a time. */
  hashing: HashingQueue
  guessing: Guessing
  personLog: PersonLog
  personMail: PersonMail
}

export async function openAccess(deps: AccessDeps): Promise<Access> {
  const { db, clock, random, secret, production, passwordResets: resets } = deps
  const personMail = openPersonMail(deps)
  const signUps = openSignUps({ db, clock, random, secret, mail: personMail })
  const auth = await openAuth({ ...deps, resets, signUps })
  const personLog = makePersonLog(deps.record)
  const device = makeDeviceCookie({ production, random })
  return {
    auth,
    guards: guardsOf(deps, auth),
    stillLetIn: makeStillLetIn({ db, clock }),
    opened: makeSessionOpened({ db, clock, auth, personLog, mail: personMail, device }),
    hashing: openHashingQueue(),
    guessing: openGuessing({ db, clock, device, pause: ms => sleep(ms) }),
    personLog,
    personMail,
    [Symbol.asyncDispose]: () => auth.close(),
  }
}

function guardsOf(deps: AccessDeps, auth: Auth): ServerDeps['guards'] {
  const { db, clock, log, origins, production, openAccountFor, viewed } = deps
  const people = { db, clock, auth, origins, production, seen: makeSessionUses({ db, clock, log }) }
  const findKey = batched('api-key.find', (publicKeys: string[]) => findKeys(db, publicKeys))
  return {
    'api-key': makeKeyGuard({ db, clock, log, slowFailures: production, findKey }),
    session: makeSessionGuard({ ...people, openAccountFor, viewed }),
    operator: makeOperatorGuard(people),
    person: makePersonGuard(people),
  }
}
