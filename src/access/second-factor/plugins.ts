// Second factors as better-auth knows them: codes of an authenticator app with recovery codes, and passkeys. What its plugins
// leave open is closed here: a passkey counts only where its owner was recognised by it, never its mere presence.
import { rpIdOf } from '../passkeys/relying-party.ts'

/** How many recovery codes there are after they have been made. */
const RECOVERY_CODES = 10

const CHALLENGE_COOKIE = 'passkey_challenge'

const MINUTE_SECONDS = 60

/** By address. Wrong codes are bounded besides, by person and by address (attempts.ts), and also outside production. */
export const FACTOR_LIMITS = {
  '/two-factor/*': { window: MINUTE_SECONDS, max: 20 },
  '/passkey/*': { window: MINUTE_SECONDS, max: 60 },
} as const

export async function factorPlugins({ publicUrl }: { publicUrl: string | null }) {
  const { twoFactor } = await import('better-auth/plugins/two-factor')
  const { passkey } = await import('@better-auth/passkey')
  const { APIError } = await import('better-auth/api')
  const demand = (isRecognised: boolean | undefined) => {
    if (isRecognised !== true) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
  }
  return [
    twoFactor({
      issuer: 'Porteira',
      backupCodeOptions: { amount: RECOVERY_CODES, storeBackupCodes: 'encrypted' },
      // There is one bound, and it is ours: this one knows neither addresses nor who is signed in already.
      accountLockout: { enabled: false },
    }),
    passkey({
      rpID: rpIdOf(publicUrl) ?? NO_DOMAIN,
      rpName: 'Porteira',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
      registration: {
        afterVerification: ({ verification }) => demand(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: ({ verification }) => demand(verification.authenticationInfo.userVerified),
      },
    }),
  ]
}

/** No browser makes a passkey for it. The routes say so before a passkey is asked for. */
const NO_DOMAIN = 'passkeys.invalid'
