// A person lets the gateway work again: allowed once every PSP's lists have been read past the moment when the recovery began, or
// sooner by force. From then on the place where the database lies is the right one.
import { operator, type Person, record } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import type { Fingerprint } from './place.ts'
import { endRecovery, lockGatewayState, type Recovering, readSweeps, type SweepStanding } from './store.ts'

export interface Resume {
  by: Person
  reason: string
  /** Also when lists have not been read. */
  force: boolean
}

/** Whether everything that the PSP may know and the database does not has been compared. */
export const isSwept = ({ sweptTo }: Pick<SweepStanding, 'sweptTo'>, recovering: Recovering | null): boolean =>
  recovering === null || sweptTo > recovering.since

export function endByPerson(
  { db, clock }: { db: Database; clock: Clock },
  { by, reason, force }: Resume,
  fingerprint: Fingerprint,
): Promise<Failure | 'resumed'> {
  return db.transaction(async tx => {
    const { recovering } = await lockGatewayState(tx)
    if (recovering === null) return new Failure('CONFLICT', 'The gateway is not in recovery')
    const left = (await readSweeps(tx)).filter(sweep => !isSwept(sweep, recovering))
    if (left.length > 0 && !force) return new Failure('CONFLICT', tooEarly(left))
    const message = left.length > 0 ? `${FORCED}${reason}` : reason
    const at = clock()
    await endRecovery(tx, { at, by: by.id, reason: message, fingerprint })
    const what = { action: 'recovery.resumed', subject: 'house', subjectId: 1, reason, detail: { force } }
    await record(tx, [{ ...what, actor: operator(by) }], at)
    return 'resumed'
  })
}

const FORCED = 'By force, before every list had been read: '

function tooEarly(left: SweepStanding[]): string {
  const named = left.map(({ name, list }) => `${name} (${list})`).join(', ')
  return `The PSPs' lists have not all been compared with our books yet: ${named}. Wait for them, or say force: true`
}
