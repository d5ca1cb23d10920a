// Persons and their sessions, by better-auth on a schema of its own. The only file that knows better-auth; the library is
// loaded when a house opens, because its import takes a quarter of a second that no command line tool should wait for.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { libraryPool } from '#db/library-pool.ts'
import type { Connection } from '#db/postgres.ts'
import { hashPassword, verifyPassword } from './password.ts'

export interface Person {
  id: string
  email: string
  name: string
  /** Runs the house. */
  operator: boolean
}

export interface NewPerson {
  email: string
  password: string
  name: string
  operator: boolean
}

export interface Auth {
  /** Answers a request to one of better-auth's own endpoints. */
  handler(request: Request): Promise<Response>
  /** The person whose session cookie this is; null without a valid session. Never prolongs the session. */
  sessionOf(headers: { cookie?: string | undefined }): Promise<Person | null>
  /**
   * For the seed and the command line, never for a request. A person who exists already gets this password and role and
   * loses their sessions, so that a first start that was cut off can simply be run again.
   */
  createUser(person: NewPerson): Promise<Person>
  close(): Promise<void>
}

export interface AuthNeeds {
  connection: Connection
  /** AUTH_SECRET: signs the session cookies. */
  secret: string
  publicUrl: string | null
  production: boolean
  /** The pages that may call with a cookie. Asked at each request, since the port may be known only after listening. */
  origins: () => string[]
  log: FastifyBaseLogger
  /** After the person's own commit; what it does must be repeatable. Not called for operators. */
  onUserCreated: (person: Person) => Promise<unknown>
}

const POOL_CONNECTIONS = 5
const SESSION_SECONDS = 7 * 24 * 3600
const RENEWAL_SECONDS = 24 * 3600

export async function openAuth(needs: AuthNeeds): Promise<Auth> {
  const { pool, during } = libraryPool(needs.connection, { max: POOL_CONNECTIONS, searchPath: 'iam' })
  const auth = await build(needs, pool)
  const { internalAdapter: store, password } = await auth.$context

  return {
    handler: request => during(() => auth.handler(request)),
    async sessionOf({ cookie }) {
      if (cookie === undefined) return null
      const asked = { headers: new Headers({ cookie }), query: { disableRefresh: true } } as const
      const session = await during(() => auth.api.getSession(asked))
      return session === null ? null : personOf(session.user)
    },
    async createUser({ email, name, operator, password: plain }) {
      const hash = await password.hash(plain)
      const known = await store.findUserByEmail(email.toLowerCase())
      if (known === null) {
        const source = { method: 'seed' }
        const user = await store.createUser({ email: email.toLowerCase(), name, operator, emailVerified: true }, source)
        await store.linkAccount(credential(user.id, hash))
        return personOf(user)
      }
      const { id } = known.user
      if ((await store.findCredentialAccount(id)) === null) await store.linkAccount(credential(id, hash))
      else await store.updatePassword(id, hash)
      await store.deleteUserSessions(id)
      return personOf(await store.updateUser(id, { name, operator }))
    },
    close: () => pool.end(),
  }
}

const credential = (userId: string, hash: string) => ({
  userId,
  providerId: 'credential',
  accountId: userId,
  password: hash,
})

const personOf = (user: { id: string; email: string; name: string; operator?: unknown }): Person => ({
  id: user.id,
  email: user.email,
  name: user.name,
  operator: user.operator === true,
})

async function build(needs: AuthNeeds, pool: Pool) {
  const { betterAuth } = await import('better-auth')
  const { production, log } = needs
  return betterAuth({
    appName: 'Porteira',
    database: pool,
    secret: needs.secret,
    baseURL: needs.publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    trustedOrigins: () => needs.origins(),
    telemetry: { enabled: false },
    // A refusal is told to the caller; only what is none belongs into the log.
    onAPIError: {
      onError: error => {
        if (!isRefusal(error)) log.error({ err: error, from: 'better-auth' }, 'better-auth failed')
      },
    },
    logger: { level: 'warn', log: (level, message) => log[level]({ from: 'better-auth' }, message) },
    emailAndPassword: {
      enabled: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: { additionalFields: { operator: { type: 'boolean', input: false, required: true, defaultValue: false } } },
    session: { expiresIn: SESSION_SECONDS, updateAge: RENEWAL_SECONDS },
    rateLimit: { enabled: production, storage: 'database', ...SIGN_IN_LIMITS },
    databaseHooks: {
      user: {
        create: { after: async user => void (user.operator !== true && (await needs.onUserCreated(personOf(user)))) },
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      useSecureCookies: production,
      cookiePrefix: 'porteira',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
    },
  })
}

const isRefusal = (error: unknown) => Number((error as { statusCode?: unknown } | null)?.statusCode) < 500

const MINUTE_SECONDS = 60

/** By address. Whoever asks only who they are is not slowed. */
const SIGN_IN_LIMITS = {
  window: MINUTE_SECONDS,
  max: 100,
  customRules: {
    '/sign-in/email': { window: MINUTE_SECONDS, max: 10 },
    '/sign-up/email': { window: MINUTE_SECONDS, max: 5 },
    '/sign-out': false,
    '/get-session': false,
  },
} as const
