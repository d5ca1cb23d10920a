// The last guard of the log: what stands under a name that only secrets and personal data have is never written, whoever hands it over.
// The code logs neither; this is for what an error of a library brings along.
import { errorForLog } from '#db/error-for-log.ts'

const HIDDEN = '[hidden]'

/** Whole names, in lower case, without _ and -. */
const SECRET_NAMES = new Set(
  [
    'authorization cookie setcookie password currentpassword newpassword secret clientsecret privatekey xapiprivatekey apikey token',
    'accesstoken refreshtoken callbacktoken totp pixkey document cpf cnpj cardnumber cvv email phone body headers parameters',
    // Of an error of PostgreSQL: values of the row.
    'detail where internalquery',
  ].flatMap(names => names.split(' ')),
)

/** What it ends with is enough: `otherAuthSecret`, `webhook_secret`. */
const SECRET_ENDS =
  /(secret|password|passphrase|token|apikey|privatekey|encryptionkey|authkey|connectionstring|databaseurl|pem|sealed|identity|credentials)$/

const MAX_DEPTH = 6
const PLAIN = new Set<unknown>([Object.prototype, null])

export function hideSecrets(entry: Record<string, unknown>): Record<string, unknown> {
  return hidden(entry, 0) as Record<string, unknown>
}

function hidden(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map(item => hidden(item, depth + 1))
  if (value instanceof Error) return hidden({ ...errorForLog(value) }, depth + 1)
  // A date or a request has a serializer of its own.
  if (!PLAIN.has(Object.getPrototypeOf(value))) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isSecret(key) && typeof inner !== 'number' ? HIDDEN : hidden(inner, depth + 1),
    ]),
  )
}

function isSecret(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '')
  return SECRET_NAMES.has(plain) || SECRET_ENDS.test(plain)
}
