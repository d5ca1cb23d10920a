// The receiving account of a PSP account, as the operator writes and reads it, and what is refused about it. Debits name it, since they
// name no PIX key; without one there is no recurring PIX.
import { type Static, Type } from 'typebox'
import { type Failure, invalid } from '#kernel/failure.ts'
import { kindOf, type PspKinds } from '../kinds.ts'
import { ACCOUNT_TYPES } from '../recurrence/port.ts'
import { type PspAccount, receivingAccountOf } from '../store.ts'
import type { ManagedAccount } from './store.ts'

export const ReceivingAccountSchema = Type.Object(
  {
    branch: Type.Optional(
      Type.Union([Type.String({ pattern: '^[0-9]{1,4}$', description: 'Without its check digit' }), Type.Null()]),
    ),
    account: Type.String({ pattern: '^[0-9A-Za-z]{1,20}$', description: 'With its check digit, without a dash' }),
    type: Type.Enum([...ACCOUNT_TYPES]),
  },
  { additionalProperties: false, description: 'The account at this PSP that debits are credited to' },
)

export type ReceivingAccountInput = Static<typeof ReceivingAccountSchema>

type ReceiverColumns = Pick<PspAccount, 'receiverBranch' | 'receiverAccount' | 'receiverAccountType'>

/** Absent: it stays. */
export function receiverColumns(
  before: ReceiverColumns,
  input: ReceivingAccountInput | null | undefined,
): ReceiverColumns {
  if (input === undefined) {
    const { receiverBranch, receiverAccount, receiverAccountType } = before
    return { receiverBranch, receiverAccount, receiverAccountType }
  }
  return {
    receiverBranch: input?.branch ?? null,
    receiverAccount: input?.account ?? null,
    receiverAccountType: input?.type ?? null,
  }
}

export const NO_RECEIVER: ReceiverColumns = { receiverBranch: null, receiverAccount: null, receiverAccountType: null }

export const isSameReceiver = (one: ReceiverColumns, other: ReceiverColumns): boolean =>
  one.receiverBranch === other.receiverBranch &&
  one.receiverAccount === other.receiverAccount &&
  one.receiverAccountType === other.receiverAccountType

export function refusedRecurrence(
  kinds: PspKinds,
  account: ReceiverColumns & Pick<ManagedAccount, 'kind' | 'recurrenceEnabled'>,
): Failure | null {
  const { recurrences } = kindOf(kinds, account)
  const receiving = receivingAccountOf(account)
  if (receiving === null)
    return account.recurrenceEnabled ? invalid('recurrenceEnabled', 'false while there is no receivingAccount') : null
  if (recurrences === null) return invalid('receivingAccount', `null: a ${account.kind} account does no recurring PIX`)
  return recurrences.needsBranch && receiving.branch === null
    ? invalid('receivingAccount.branch', `a value: ${account.kind} requires it`)
    : null
}
