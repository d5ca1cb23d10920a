// Persons and their sessions, by better-auth on a schema of its own. The only file that knows better-auth; the library is loaded
// when a gateway opens, because its import takes a quarter of a second that no command line tool should wait for.
import type { Pool } from 'pg'
import { libraryPool } from '#db/library-pool.ts'
import { cookiePrefixOf } from '#http/session-cookie.ts'
import { type AuthSecrets, signedAnew } from '#kernel/crypto/auth-secrets.ts'
import { type Language, languageOf } from '#kernel/language.ts'
import { numberApps, numbered } from './app-secrets/app-secrets.ts'
import type { AccessDeps } from './feature.ts'
import { demandGoodPassword } from './passwords/new-password.ts'
import { hashPassword, verifyPassword } from './passwords/password.ts'
import { letReset, type NewLogin, personOf, register } from './persons.ts'
import { canReadApp, challengedPerson, isPasswordOf } from './second-factor/library.ts'
import { FACTOR_LIMITS, factorPlugins } from './second-factor/plugins.ts'
import { sessionPlugin } from './sessions/plugin.ts'
import { confirmAddress, type EndedWays, endWaysIn } from './sessions/revoke-access-store.ts'
import type { SignUps } from './sign-up/sign-up.ts'
import { isConfirmed } from './sign-up/store.ts'

export interface Person {
  id: string
  email: string
  name: string
  /** Is an operator. */
  operator: boolean
}

export interface SignedIn extends Person {
  sessionId: string
}

export interface NewPerson {
  email: string
  password: string
  name: string
  operator: boolean
  /** The password is one of chance, which needs no judge. */
  isDrawn?: boolean
}

export interface Auth {
  /** Answers a request to one of better-auth's own endpoints. */
  handler(request: Request): Promise<Response>
  /** The person whose session cookie this is; null without a valid session. Never prolongs the session. */
  sessionOf(headers: { cookie?: string | undefined }): Promise<SignedIn | null>
  /** Whose password was right, and whose second factor is still awaited: the person's id. Null where nobody is half-way in. */
  challengedPerson(headers: { cookie?: string | undefined }): Promise<string | null>
  isPasswordOf(userId: string, password: string): Promise<boolean>
  /** False where the person has an authenticator app that was set up under another AUTH_SECRET. */
  canReadApp(userId: string): Promise<boolean>
  /** Of a person with an authenticator app whose secret can be read. */
  recoveryCodesLeft(userId: string): Promise<number>
  /**
   * For the seed and the command line, never for a request. A person who exists already gets this password and role and
   * loses every other way in, so that a first start that was cut off can simply be run again.
   */
  createUser(person: NewPerson): Promise<Person>
  /** Whether a person signs in with this address and has confirmed it. */
  knows(email: string): Promise<boolean>
  /** A person whose mailbox has answered. Null where the address signs in already. */
  register(login: Omit<NewLogin, 'operator'>): Promise<Person | null>
  /** Answers the cookies of a new session for a person who has just proved their identity. `headers` say where from. */
  openSession(userId: string, headers: Headers): Promise<string[]>
  /** From now on this token sets a new password, once. Null where there is no such person. */
  letReset(email: string, token: string, until: Date): Promise<Person | null>
  close(): Promise<void>
}

/** What happens about forgotten passwords. */
export interface PasswordResets {
  /** Takes the same time whether there is such a person or not. */
  asked(email: string, language: Language): Promise<unknown>
  /** The password is another one, and the other ways in have ended. */
  done(person: Person, from: { address: string; language: Language; ended: EndedWays }): Promise<unknown>
}

/** What a request that is only written down comes to; absent: nobody resets a password, or nobody registers. */
interface Asked {
  resets?: PasswordResets
  signUps?: SignUps
}

const POOL_CONNECTIONS = 5
const SESSION_SECONDS = 7 * 24 * 3600
const RENEWAL_SECONDS = 24 * 3600

export async function openAuth(
  deps: Pick<AccessDeps, 'connection' | 'db' | 'publicUrl' | 'production' | 'origins' | 'log'> & AuthSecrets & Asked,
): Promise<Auth> {
  const { pool, during } = libraryPool(deps.connection, { max: POOL_CONNECTIONS, searchPath: 'iam' })
  const auth = await build(deps, pool)
  await numberApps(deps.db, deps)
  const context = await auth.$context
  const { internalAdapter: store } = context
  const endAll = (userId: string) => deps.db.transaction(tx => endWaysIn(tx, userId, { keeping: 'nothing' }))

  return {
    handler(request) {
      const cookies = request.headers.get('cookie')
      if (cookies !== null) request.headers.set('cookie', signedAnew(cookies, deps))
      return during(() => auth.handler(request))
    },
    async sessionOf({ cookie }) {
      if (cookie === undefined) return null
      const asked = {
        headers: new Headers({ cookie: signedAnew(cookie, deps) }),
        query: { disableRefresh: true },
      } as const
      const session = await during(() => auth.api.getSession(asked))
      if (session === null || !session.user.emailVerified) return null
      return { ...personOf(session.user), sessionId: session.session.id }
    },
    challengedPerson: ({ cookie }) => during(() => challengedPerson(context, cookie)),
    canReadApp: userId => during(() => canReadApp(context, userId)),
    async recoveryCodesLeft(userId) {
      const { backupCodes } = await during(() => auth.api.viewBackupCodes({ body: { userId } }))
      return backupCodes.length
    },
    isPasswordOf: (userId, plain) => during(() => isPasswordOf(context, userId, plain)),
    async createUser({ email, name, operator, password: plain, isDrawn = false }) {
      if (!isDrawn) await demandGoodPassword('password', plain, [email, name])
      const login = { email, name, operator, passwordHash: await hashPassword(plain), awaitsAccount: !operator }
      const person = await register({ internalAdapter: store, endAll }, login, { evenConfirmed: true })
      if (person === null) throw new Error(`somebody registered ${email} at this moment: try again`)
      return person
    },
    knows: email => isConfirmed(deps.db, email.toLowerCase()),
    register: login => during(() => register({ internalAdapter: store, endAll }, { ...login, operator: false })),
    async openSession(userId, headers) {
      const answer = await during(() => auth.api.openSession({ body: { userId }, headers, asResponse: true }))
      if (!answer.ok) throw new Error(`better-auth answered ${answer.status} to a session that was to be opened`)
      return answer.headers.getSetCookie()
    },
    letReset: (email, token, until) => during(() => letReset(context, email, token, until)),
    close: () => pool.end(),
  }
}

async function build(
  deps: Pick<AccessDeps, 'db' | 'publicUrl' | 'production' | 'origins' | 'log'> & AuthSecrets & Asked,
  pool: Pool,
) {
  const { betterAuth } = await import('better-auth')
  const { production, log, db, resets } = deps
  return betterAuth({
    appName: 'Porteira',
    database: pool,
    secrets: numbered(deps),
    baseURL: deps.publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    trustedOrigins: () => deps.origins(),
    telemetry: { enabled: false },
    // A refusal is answered to the caller; only what is none belongs into the log.
    onAPIError: {
      onError: error => {
        if (!isRefusal(error)) log.error({ err: error, from: 'better-auth' }, 'better-auth failed')
      },
    },
    logger: { level: 'warn', log: (level, message) => log[level]({ from: 'better-auth' }, message) },
    emailAndPassword: {
      enabled: true,
      // Its route is open all the same: the hook below takes what comes there.
      disableSignUp: true,
      requireEmailVerification: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      revokeSessionsOnPasswordReset: true,
      async onPasswordReset({ user }, request) {
        // Before anything that may fail: what the old password has let in must not outlive it.
        const ended = await db.transaction(async tx => {
          await confirmAddress(tx, user.id)
          return endWaysIn(tx, user.id, { keeping: 'confirmed' })
        })
        await resets?.done(personOf(user), { ...originOf(request), ended })
      },
    },
    // The tokens of links.
    verification: { storeIdentifier: 'hashed' },
    hooks: { before: await askedHook(deps) },
    user: {
      additionalFields: {
        operator: { type: 'boolean', input: false, required: true, defaultValue: false },
        awaitsAccount: { type: 'boolean', input: false, returned: false, required: true, defaultValue: true },
      },
    },
    plugins: [...(await factorPlugins(deps)), await sessionPlugin()],
    // How old a session may be is not better-auth's to ask: the guard asks for a proof of this moment instead.
    session: { expiresIn: SESSION_SECONDS, updateAge: RENEWAL_SECONDS, freshAge: 0 },
    rateLimit: { enabled: production, storage: 'database', ...SIGN_IN_LIMITS },
    advanced: {
      // The tables come from the migrations. To compare them costs a start more than anything else that it asks the database.
      database: { generateId: 'uuid', validateSchema: production },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // The name that binds a cookie to this very host is ours: better-auth only knows __Secure-, which a subdomain can set too.
      useSecureCookies: false,
      cookiePrefix: cookiePrefixOf(production),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: production, path: '/' },
    },
  })
}

const RESET_REQUEST_PATH = '/request-password-reset'

const SIGN_UP = '/sign-up/email'

/**
 * better-auth would look the person up and mint the token while the caller waits, which takes longer where there is one. Here its
 * route counts the caller and looks at the origin, and the request is only written down.
 */
async function askedHook({ resets, signUps }: Asked) {
  const { createAuthMiddleware } = await import('better-auth/api')
  return createAuthMiddleware(async context => {
    const language = languageOf(context.headers?.get('accept-language') ?? undefined)
    if (context.path === RESET_REQUEST_PATH && resets !== undefined) await resets.asked(context.body.email, language)
    else if (context.path === SIGN_UP && signUps !== undefined) await signUps.asked(context.body, language)
    else return
    return context.json({ status: true })
  })
}

const originOf = (request: Request | undefined) => ({
  address: request?.headers.get('x-real-ip') ?? '',
  language: languageOf(request?.headers.get('accept-language') ?? undefined),
})

const isRefusal = (error: unknown) => Number((error as { statusCode?: unknown } | null)?.statusCode) < 500

const MINUTE_SECONDS = 60

/** By address. A caller who only asks who they are is not slowed. */
const SIGN_IN_LIMITS = {
  window: MINUTE_SECONDS,
  max: 100,
  customRules: {
    '/sign-in/email': { window: MINUTE_SECONDS, max: 10 },
    [SIGN_UP]: { window: MINUTE_SECONDS, max: 5 },
    [RESET_REQUEST_PATH]: { window: MINUTE_SECONDS, max: 5 },
    '/reset-password': { window: MINUTE_SECONDS, max: 10 },
    ...FACTOR_LIMITS,
    '/sign-out': false,
    '/get-session': false,
  },
} as const
