// The operator's input for a PSP account, checked before it goes into the secret box: the address, and the credentials that its
// kind takes. Pure; a refusal names the field and never repeats a secret.
import { certificatesIn, daysLeft, privateKeyIn } from '#kernel/crypto/certificate.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import type { PspKind, PspKinds } from '../kinds.ts'
import { credentialsOfAll } from '../kinds.ts'
import type { Credentials } from '../store.ts'

/** By the name of the field. An absent one stays as it is; null removes an optional one. */
export type CredentialsChange = Readonly<Record<string, string | null>>

/** The fields of the body that are credentials, in the order of their declaration. */
export function credentialsIn(kinds: PspKinds, body: Readonly<Record<string, unknown>>): CredentialsChange {
  const given = [...credentialsOfAll(kinds).keys()].filter(name => body[name] !== undefined)
  return Object.fromEntries(given.map(name => [name, body[name] as string | null]))
}

/** Only the given fields are checked: a certificate that has expired since must not block any other change. */
export function changedCredentials(
  { kind, fields }: { kind: string; fields: PspKind['credentials'] },
  before: Partial<Credentials> & { callbackToken: string },
  change: CredentialsChange,
  now: Date,
): Credentials | Failure {
  const unknown = Object.keys(change).find(name => fields[name] === undefined)
  if (unknown !== undefined) return invalid(unknown, `nothing: ${kind} does not take it`)
  const texts = Object.entries({ ...before, ...change }).filter(([, text]) => text != null)
  const after: Credentials = Object.fromEntries(texts) as Credentials
  const missing = Object.entries(fields).find(([name, { required }]) => required && after[name] === undefined)
  if (missing !== undefined) return invalid(missing[0], `a value: ${kind} requires it`)
  const isNewPair = 'certificate' in change || 'privateKey' in change
  return (isNewPair ? refusedPair(after, now) : null) ?? ('ca' in change ? refusedCa(after) : null) ?? after
}

function refusedPair({ certificate, privateKey }: Credentials, now: Date): Failure | null {
  if (certificate === undefined && privateKey === undefined) return null
  if (certificate === undefined) return invalid('certificate', 'one, since a privateKey is given')
  if (privateKey === undefined) return invalid('privateKey', 'the one of the certificate')
  const [first] = certificatesIn(certificate) ?? []
  if (first === undefined) return invalid('certificate', 'a certificate in PEM')
  if ((daysLeft(certificate, now) ?? 0) < 0) return invalid('certificate', 'one that has not expired')
  const key = privateKeyIn(privateKey)
  if (key === null) return invalid('privateKey', 'a private key in PEM, without a password')
  return first.checkPrivateKey(key) ? null : invalid('privateKey', 'the one of the certificate')
}

function refusedCa({ ca }: Credentials): Failure | null {
  if (ca === undefined || (certificatesIn(ca) ?? []).length > 0) return null
  return invalid('ca', 'certificates in PEM')
}

/** The address in its stored form; it may hold nothing beyond the base of the PSP's API. */
export function baseUrlIn(
  field: 'baseUrl' | 'collectBaseUrl',
  text: string,
  { httpsOnly }: { httpsOnly: boolean },
): string | Failure {
  const url = URL.parse(text)
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ''
  const schemes = httpsOnly ? ['https:'] : ['https:', 'http:']
  if (!isPlain || !schemes.includes(url.protocol))
    return invalid(field, `an address that begins with ${schemes.join('// or ')}//, without a user or a query`)
  return url.href.replace(/\/$/, '')
}
