// What has to be read of better-auth's own state about second factors: who is half-way in, whether a password belongs to a
// person, and whether an app can be checked at all.
import type { AuthContext } from 'better-auth'

/** What every challenge of the plugin begins with; other verifications have other beginnings. */
const CHALLENGE = '2fa-'

interface Known extends Pick<AuthContext, 'internalAdapter' | 'secretConfig'> {
  adapter: { findOne<Row>(what: { model: string; where: { field: string; value: string }[] }): Promise<Row | null> }
  createAuthCookie(name: string): { name: string }
  password: Pick<AuthContext['password'], 'verify'>
}

/**
 * The person whose challenge this cookie names. Its signature is not looked at here: the name is a secret by itself, and the
 * plugin refuses a forged cookie before it lets anybody in.
 */
export async function challengedPerson(context: Known, cookie: string | undefined): Promise<string | null> {
  const identifier = cookieValue(cookie, context.createAuthCookie('two_factor').name)?.split('.')[0]
  if (identifier === undefined || !identifier.startsWith(CHALLENGE)) return null
  const challenge = await context.internalAdapter.findVerificationValue(identifier)
  return challenge?.value ?? null
}

export async function isPasswordOf(context: Known, userId: string, password: string): Promise<boolean> {
  const login = await context.internalAdapter.findCredentialAccount(userId)
  const hash = login?.password
  return typeof hash === 'string' && (await context.password.verify({ hash, password }))
}

/** False where its secret was encrypted under another AUTH_SECRET: better-auth would fail at it. */
export async function canReadApp({ adapter, secretConfig }: Known, userId: string): Promise<boolean> {
  const { symmetricDecrypt } = await import('better-auth/crypto')
  const where = [{ field: 'userId', value: userId }]
  const app = await adapter.findOne<{ secret: string }>({ model: 'twoFactor', where })
  if (app === null || app.secret === '') return true
  return symmetricDecrypt({ key: secretConfig, data: app.secret }).then(
    () => true,
    () => false,
  )
}

/** Null where there is no such cookie, or none that can be read. */
function cookieValue(cookie: string | undefined, name: string): string | null {
  const found = cookie?.split('; ').find(part => part.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}
