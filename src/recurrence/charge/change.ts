// A planned debit is changed by its seller: its amount, its day, what it sells. What has been ordered stays as it is.
import type { Actor } from '#audit/audit.ts'
import { record } from '#audit/audit.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Debit } from '../debit/debit.ts'
import { findSellerState, lockDebit, type SellerState, updateDebit } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence, RecurrenceItem } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'
import { firstWorkAt } from '../schedule/plan.ts'
import { lockRecurrence, setAlert } from '../store.ts'
import { amountFor, type Charged, cycleFor, entryOf, refusalOf } from './request.ts'

export interface DebitChangeInput {
  accountId: number
  id: bigint
  recurrenceId: bigint
  /** Absent ones stay as they are. */
  amount?: Centavos
  dueOn?: LocalDate
  items?: RecurrenceItem[]
  info?: string | null
  externalReference?: string | null
  actor: Actor
}

export async function changeDebit(deps: RecurrenceDeps, input: DebitChangeInput): Promise<Charged | Failure> {
  return deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId: input.accountId, id: input.recurrenceId })
    const debit = await lockDebit(tx, input)
    if (recurrence === null || debit === null) return notFound('Debit')
    const now = deps.clock()
    const changed = decide(recurrence, debit, await findSellerState(tx, debit), input, now)
    if (changed instanceof Failure) return changed
    await updateDebit(tx, changed, firstWorkAt(changed, now))
    const isAnswered = changed.amount !== null && recurrence.alert === 'FALTA_VALOR'
    if (isAnswered) await setAlert(tx, recurrence, null)
    await record(tx, [entryOf('debit.changed', input.actor, changed)], now)
    return { debit: changed, recurrence }
  })
}

function decide(
  recurrence: Recurrence,
  debit: Debit,
  seller: SellerState,
  { dueOn = debit.dueOn, ...input }: DebitChangeInput,
  now: Date,
): Debit | Failure {
  if (debit.status !== 'PLANEJADA')
    return new Failure(
      'CONFLICT',
      `The debit ${debit.txid} is ${shown(debit)}: only one that is PLANEJADA can be changed`,
      { reason: because('DEBIT_ORDERED') },
    )
  const amount = input.amount === undefined ? debit.amount : amountFor(recurrence, input.amount)
  if (amount instanceof Failure) return amount
  const refused = input.amount === undefined || amount === null ? null : refusalOf(amount, seller)
  if (refused !== null) return refused
  const isMoved = dueOn !== debit.dueOn
  const cycle = isMoved ? cycleFor(recurrence, dueOn, now) : debit.cycle
  if (cycle instanceof Failure) return cycle
  if (cycle !== debit.cycle) {
    const reason = because('OTHER_CYCLE', { cycle: debit.cycle })
    return invalid('dataDeVencimento', `a day of the same cycle, ${debit.cycle}`, reason)
  }
  return {
    ...debit,
    amount,
    dueOn,
    firstDueOn: isMoved ? dueOn : debit.firstDueOn,
    items: input.items ?? debit.items,
    info: input.info === undefined ? debit.info : input.info,
    externalReference: input.externalReference === undefined ? debit.externalReference : input.externalReference,
    updatedAt: now,
  }
}

/** Once it is on its way to the PSP nothing of it can be changed. */
const shown = ({ status }: Debit) => (status === 'ENVIANDO' ? 'being sent' : status)
