// The attempt to pay a cashout, committed before the PSP is called: PROCESSING, and the id that the PSP will know, under the
// cashout's lock, which is also what makes cancelling impossible from then on. A crash after this leaves an attempt that is
// looked up, never one that is sent blind; and so is one that an older copy of this database may have sent already.
import type { Database } from '#db/postgres.ts'
import { payoutIdOf } from '#kernel/ids.ts'
import type { Clock } from '#kernel/time.ts'
import type { Outbox } from '#notification/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import { type Attempt, findPayOutAccounts, insertAttempts, type PayOutAccount } from './attempt-store.ts'
import { type Cashout, type CashoutKey, keyText, moved } from './cashout.ts'
import { lockCashouts, putOff, updateCashouts } from './store.ts'
import { tell } from './tell.ts'

export interface AttemptNeeds {
  db: Database
  outbox: Outbox
  clock: Clock
  pspTimeoutMs: number
  psps: Pick<PspDirectory, 'states' | 'rests'>
}

export interface Sent {
  attempt: Attempt
  cashout: Cashout
  /** It was asked for before the house last had to find out what it had forgotten: it may have been sent before. */
  maybeBefore: boolean
}

/** One answer for each cashout: null where it is no longer only requested, because somebody else has taken it. */
export async function commitAttempts(needs: AttemptNeeds, keys: CashoutKey[]): Promise<(Sent | null)[]> {
  const resting = await restingPsps(needs)
  const { sent, born } = await needs.db.transaction(async tx => {
    const now = needs.clock()
    const waiting = (await lockCashouts(tx, keys)).filter(cashout => cashout.state === 'requested')
    const accounts = await findPayOutAccounts(
      tx,
      waiting.map(cashout => cashout.accountId),
    )
    const sent = waiting.flatMap(cashout => {
      const account = accounts.get(cashout.accountId)
      const waits = account === undefined || resting.has(account.pspAccountId)
      return waits ? [] : begin(cashout, account, now)
    })
    const begun = new Set(sent.map(one => one.attempt.id))
    await putOff(
      tx,
      waiting.filter(({ id }) => !begun.has(id)),
      new Date(now.getTime() + WAIT_MS),
    )
    if (sent.length === 0) return { sent, born: [] }
    await insertAttempts(
      tx,
      sent.map(one => one.attempt),
      'asked',
      now,
    )
    // Should this process die now, the cashout is looked up, at the earliest when its call must have ended.
    await updateCashouts(
      tx,
      sent.map(one => one.cashout),
      new Date(now.getTime() + needs.pspTimeoutMs + FIRST_LOOKUP_MS),
    )
    const born = await tell(
      tx,
      needs.outbox,
      sent.map(one => one.cashout),
      now,
    )
    return { sent, born: born.flat() }
  })
  needs.outbox.send(born)
  const byKey = new Map(sent.map(one => [keyText(one.cashout), one]))
  return keys.map(key => byKey.get(keyText(key)) ?? null)
}

const FIRST_LOOKUP_MS = 1_000
/** What no PSP can be sent now waits as it is, and can be cancelled. */
const WAIT_MS = 3_000

/** The PSP accounts that are not called at the moment, because they do not answer. */
async function restingPsps({ psps }: AttemptNeeds): Promise<Set<number>> {
  const troubled = psps.states().filter(({ resting }) => resting)
  const ids = troubled.map(async ({ pspAccountId }) => ((await psps.rests(pspAccountId)) ? [pspAccountId] : []))
  return new Set((await Promise.all(ids)).flat())
}

function begin(cashout: Cashout, { pspAccountId, recoveringAt }: PayOutAccount, now: Date): Sent {
  const payoutId = payoutIdOf(cashout.accountId, cashout.uuid)
  return {
    attempt: { accountId: cashout.accountId, id: cashout.id, payoutId, pspAccountId },
    cashout: moved(cashout, 'submitted', now, { payoutId }),
    maybeBefore: recoveringAt !== null && cashout.createdAt <= recoveringAt,
  }
}
