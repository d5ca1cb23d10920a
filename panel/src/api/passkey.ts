// Asking the device for a passkey of this person: to sign in, or to prove once more who they are.
import { call } from './call.ts'

/** Old browsers, and pages that are reached without TLS by another name than localhost, have none. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** As the gateway takes it; null: the person would rather not, or the device has none. */
export async function requestPasskey(signal?: AbortSignal): Promise<unknown> {
  const options = await call<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/api/auth/passkey/generate-authenticate-options',
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey, ...(signal && { signal }) }).catch(declined)
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null
}

/** The errors of browsers when a person closes their dialog, or lets it expire. */
function declined(error: unknown): null {
  if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
  throw error
}

export const signInByPasskey = (response: unknown) =>
  call<unknown>('POST', '/api/auth/passkey/verify-authentication', { body: { response } })
