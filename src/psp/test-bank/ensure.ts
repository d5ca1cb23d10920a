// The test bank of test mode: the sandbox bank, which runs beside the real PSP for test accounts alone. Its PSP account belongs to the
// suspense account of tests, so that no live account can be bound to it, and what arrives there for nobody stays apart.
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { mintCallbackToken, sandboxAccount } from '../accounts/first-account.ts'
import type { PspsDeps } from '../deps.ts'
import { insertFirstPspAccount, moveTestAccount } from '../store.ts'
import { findTestBank, startTestBank, stopTestBank } from './store.ts'

/** Brings its PSP account to where it listens. `baseUrl` null: test mode is off, and the test bank of earlier takes no part. */
export async function ensureTestBank(
  { db, clock, random, secretBox }: Pick<PspsDeps, 'clock' | 'db' | 'random' | 'secretBox'>,
  baseUrl: string | null,
): Promise<number | null> {
  if (baseUrl === null) return stopTestBank(db)
  const { credentials, receivingAccount = null, ...place } = sandboxAccount(baseUrl)
  const row = { ...place, name: NAME, ownerAccountId: TEST_SUSPENSE_ACCOUNT_ID }
  const callbackToken = mintCallbackToken(random)
  await insertFirstPspAccount(db, {
    ...row,
    paysOut: true,
    credentialsSealed: secretBox.seal(JSON.stringify({ ...credentials, callbackToken })),
    callbackTokenHash: hashToken(callbackToken),
    receivingAccount,
    now: clock(),
  })
  await moveTestAccount(db, row)
  await startTestBank(db)
  return findTestBank(db)
}

const NAME = 'Modo de teste'
