// The audit entries of an operator's changes to a PSP account. Of its credentials they hold only that they were set.
import { isDeepStrictEqual } from 'node:util'
import type { Action } from '#http/audited-action.ts'
import type { CredentialsChange } from './credentials.ts'
import type { ManagedAccount } from './store.ts'

const about = ({ id }: Pick<ManagedAccount, 'id'>) => ({ subject: 'psp_account', subjectId: id })

export function madeAction(account: ManagedAccount): Action {
  const { kind, environment, name, baseUrl, pixKey, receiverBranch, receiverAccount, receiverAccountType } = account
  const { collectBaseUrl, bolepix } = account
  const receiver = receiverAccount === null ? {} : { receiverBranch, receiverAccount, receiverAccountType }
  const boletos = collectBaseUrl === null ? {} : { collectBaseUrl, bolepix }
  const detail = { kind, environment, name, baseUrl, pixKey, ...receiver, ...boletos }
  return { ...about(account), action: 'psp-account.made', detail }
}

export const rotatedAction = (account: ManagedAccount): Action => ({
  ...about(account),
  action: 'psp-account.callback-token-rotated',
})

const AUDITED_FIELDS = [
  'name',
  'baseUrl',
  'payInEnabled',
  'payOutEnabled',
  'fallbackPspAccountId',
  'recurrenceEnabled',
  'receiverBranch',
  'receiverAccount',
  'receiverAccountType',
  'collectBaseUrl',
  'boletoEnabled',
  'bolepix',
  'cardEnabled',
  'debitEnabled',
  'cardEntry',
  'cardEntryOrigin',
  'cardSettlement',
] as const

/** The fields that have changed. `taken`: whether the PSP has taken what it is shown from now on, where that has changed. */
export function changedAction(
  before: ManagedAccount,
  after: ManagedAccount,
  credentials: CredentialsChange,
  taken: boolean,
): Action {
  const different = AUDITED_FIELDS.filter(name => !isDeepStrictEqual(before[name], after[name]))
  const detail = Object.fromEntries([
    ...different.map(name => [name, { before: before[name], after: after[name] }]),
    ...Object.keys(credentials).map(name => [name, 'set']),
    ...(taken ? [] : [['untried', true]]),
  ])
  return { ...about(after), action: 'psp-account.changed', detail }
}
