// What the operator gives for a further PSP account or for a change of one, and its settings after a change. Pure.

import { type Failure, invalid } from '#kernel/failure.ts'
import type { PspAccount } from '../store.ts'
import { type ChargeSettingsChange, chargesAfter, isSameCollect } from './charges.ts'
import type { CredentialsChange } from './credentials.ts'
import { isSameReceiver, type ReceivingAccountInput, receiverColumns } from './receiving-account.ts'
import type { ManagedAccount } from './store.ts'

export interface AccountRequest extends Pick<ChargeSettingsChange, 'collectBaseUrl' | 'bolepix'> {
  kind: PspAccount['kind']
  environment: PspAccount['environment']
  name: string
  baseUrl: string
  pixKey: string
  /** Absent: no recurring PIX. */
  receivingAccount?: ReceivingAccountInput
  credentials: CredentialsChange
}

/** Absent fields stay as they are. */
export interface AccountChange extends ChargeSettingsChange {
  name?: string
  baseUrl?: string
  payInEnabled?: boolean
  payOutEnabled?: boolean
  fallbackPspAccountId?: number | null
  recurrenceEnabled?: boolean
  receivingAccount?: ReceivingAccountInput | null
  credentials: CredentialsChange
  /** Where what the PSP is shown cannot be tried, because it was not reached, it is put in all the same. */
  keepUntried?: boolean
}

/** To keep untried what is not there changes nothing, and its caller has forgotten something. */
export const refusedEmpty = (body: object): Failure | null =>
  Object.keys(body).some(name => name !== 'keepUntried') ? null : invalid('body', 'something to change')

/** All but what leads to the PSP. */
export function settingsAfter(account: ManagedAccount, change: AccountChange) {
  const {
    name = account.name,
    payInEnabled = account.payInEnabled,
    payOutEnabled = account.payOutEnabled,
    fallbackPspAccountId = account.fallbackPspAccountId,
    recurrenceEnabled = account.recurrenceEnabled,
  } = change
  const receiver = receiverColumns(account, change.receivingAccount)
  const charges = chargesAfter(account, change)
  return { name, payInEnabled, payOutEnabled, fallbackPspAccountId, recurrenceEnabled, ...receiver, ...charges }
}

export const isSameWay = (one: ManagedAccount, other: ReturnType<typeof settingsAfter>): boolean =>
  isSameReceiver(one, other) && isSameCollect(one, other)
