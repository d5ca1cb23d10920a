// A code that offers a recurrence and no payment is authorised at the sandbox bank, as its payer would in the app of their bank: that bank then
// reports it like any other authorisation, so that nothing is changed here. Recurrences of other PSP accounts cannot be authorised so.
import { type Actor, record } from '#audit/audit.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { findByCode } from './store.ts'

export interface OfferedCode {
  accountId: number
  /** As the payer copies it. */
  code: string
}

export async function authoriseCode(
  { db, clock, psps }: Pick<RecurrenceDeps, 'db' | 'clock' | 'psps'>,
  { accountId, code }: OfferedCode,
  actor: Actor,
): Promise<Recurrence | Failure> {
  const recurrence = await findByCode(db, accountId, code)
  if (recurrence === null || recurrence.idRec === null) return notFound('Recurrence with this code')
  const payer = await psps.sandboxBuyer(recurrence.pspAccountId)
  if (payer === null) return notFound('Sandbox bank of this recurrence')
  const authorised = await payer.authorise(recurrence.idRec, code)
  if (authorised.kind === 'refused')
    return new Failure('CONFLICT', `The sandbox bank refused the authorisation: ${authorised.reason}`)
  if (authorised.kind === 'unknown')
    return new Failure('PSP_UNAVAILABLE', 'The sandbox bank did not answer; please look again')
  const { uuid } = recurrence
  const entry = {
    accountId,
    actor,
    action: 'recurrence.authorisation-simulated',
    subject: 'recurrence',
    subjectId: uuid,
  }
  await db.transaction(tx => record(tx, [{ ...entry, detail: {} }], clock()))
  return recurrence
}
