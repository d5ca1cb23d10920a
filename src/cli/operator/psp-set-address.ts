// Gives a PSP account another address where the panel cannot be reached: a gateway does not start in production with a live account
// that is called over http://. What the panel refuses is refused here too.
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Failure } from '#kernel/failure.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openPspAccountOperations } from '#psp/accounts/manage.ts'
import type { ManagedAccount } from '#psp/accounts/store.ts'
import type { OpenAccount } from '#psp/accounts/trial.ts'
import type { PspDirectory } from '#psp/directory.ts'

export interface SetAddressDeps {
  db: Database
  secretBox: SecretBox
  psps: Pick<PspDirectory, 'forget' | 'kinds'>
  openAccount: OpenAccount
}

export function setPspAddress(
  deps: SetAddressDeps,
  id: number,
  addresses: { baseUrl?: string; collectBaseUrl?: string },
): Promise<ManagedAccount | Failure> {
  // As in production, whatever this command was started with: a live account gets no address in the clear here.
  const operations = openPspAccountOperations({
    ...deps,
    clock: systemClock,
    random: systemRandom,
    production: true,
    takesDebit: () => false,
  })
  return operations.change(id, { ...addresses, credentials: {} }, (tx, action, now) =>
    record(tx, [{ accountId: SUSPENSE_ACCOUNT_ID, ...action, actor: THE_GATEWAY, reason: 'At the command line' }], now),
  )
}
