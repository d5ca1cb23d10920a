// What the operator gives for a PSP account, checked before it is sealed: the address, the client's id and secret, and the
// certificates. Pure; a refusal names the field and never repeats a secret.
import { certificatesIn, daysLeft, privateKeyIn } from '#kernel/crypto/certificate.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import type { Credentials } from '../store.ts'

/** What is absent stays as it is; null takes a certificate away. */
export interface CredentialsChange {
  clientId?: string
  clientSecret?: string
  certificate?: string | null
  privateKey?: string | null
  ca?: string | null
}

export const CREDENTIAL_FIELDS = ['clientId', 'clientSecret', 'certificate', 'privateKey', 'ca'] as const

/** Only what is given is judged: a certificate that has expired since must not keep anything else from being changed. */
export function changedCredentials(before: Credentials, change: CredentialsChange, now: Date): Credentials | Failure {
  const { certificate, privateKey, ca } = { ...before, ...change }
  const after: Credentials = {
    clientId: change.clientId ?? before.clientId,
    clientSecret: change.clientSecret ?? before.clientSecret,
    callbackToken: before.callbackToken,
    ...(certificate != null && { certificate }),
    ...(privateKey != null && { privateKey }),
    ...(ca != null && { ca }),
  }
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

/** The address in the form in which it is kept; nothing may stand in it that is no part of where the PSP's API begins. */
export function baseUrlIn(text: string, { httpsOnly }: { httpsOnly: boolean }): string | Failure {
  const url = URL.parse(text)
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ''
  const schemes = httpsOnly ? ['https:'] : ['https:', 'http:']
  if (!isPlain || !schemes.includes(url.protocol))
    return invalid('baseUrl', `an address that begins with ${schemes.join('// or ')}//, without a user or a query`)
  return url.href.replace(/\/$/, '')
}
