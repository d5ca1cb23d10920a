// Gives a PSP account another address where the desk cannot be reached: a gateway does not start in production with a live account
// that is called over http://. What the desk refuses is refused here too.
import { record, THE_HOUSE } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Seal } from '#kernel/seal.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import { openPspAccountDesk } from '#psp/account-desk.ts'
import type { ManagedAccount } from '#psp/account-store.ts'
import type { PspDirectory } from '#psp/directory.ts'

export interface SetAddressNeeds {
  db: Database
  seal: Seal
  psps: Pick<PspDirectory, 'forget'>
}

export function setPspAddress(needs: SetAddressNeeds, id: number, baseUrl: string): Promise<ManagedAccount | Failure> {
  // As in production, whatever this command was started with: a live account gets no address in the clear here.
  const desk = openPspAccountDesk({ ...needs, clock: systemClock, random: systemRandom, production: true })
  return desk.change(id, { baseUrl }, (tx, deed, now) =>
    record(tx, [{ accountId: HOUSE_ACCOUNT_ID, ...deed, actor: THE_HOUSE, reason: 'At the command line' }], now),
  )
}
