// Where accounts are read and changed, for the seller's own page and for the operator. A change is decided under the lock of
// its account, so that two that come together both count, and is in force from its commit: nothing is cached anywhere.
import { type Actor, record } from '#audit/audit.ts'
import type { Totals } from '#db/counted.ts'
import { containing } from '#db/like.ts'
import type { Database } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import type { PspKinds } from '#psp/kinds.ts'
import { ACCOUNT_STATUSES, type Account, type AccountChange, type AccountStatus, changed } from './account.ts'
import { refusedBinding } from './binding.ts'
import {
  type AccountFilter,
  countAccounts,
  findAccount,
  findAccountByUuid,
  listAccounts,
  lockAccount,
  totalAccounts,
  updateAccount,
} from './store.ts'
import { AccountSchema, accountForm } from './wire.ts'

export interface AccountOperations {
  find(id: number | { uuid: string }): Promise<Account | Failure>
  /** The newest first, below the account `cursor`. `q` is looked for in names, e-mails and the uuid, or is the id. */
  list(request: AccountRequest): Promise<Account[]>
  /** How many the list has on all its pages. */
  total(request: AccountSearch): Promise<Totals>
  /** How many there are, by status. */
  count(): Promise<Record<AccountStatus, number>>
  /** Kept in the audit log with what was before. */
  change(id: number, change: AccountChange, actor: Actor, reason?: string | null): Promise<Account | Failure>
  /** The outward form, and what OpenAPI says of it. */
  form(account: Account): ReturnType<typeof accountForm>
  schema: typeof AccountSchema
}

export interface AccountSearch {
  q: string | null
  status?: AccountStatus | null
}

export interface AccountRequest extends AccountSearch {
  cursor: bigint | null
  limit: number
}

export function openOperations({
  db,
  clock,
  secretBox,
  pspKinds,
}: {
  db: Database
  pspKinds: PspKinds
  clock: Clock
  secretBox: SecretBox
}): AccountOperations {
  return {
    async find(id) {
      const account = typeof id === 'number' ? await findAccount(db, id) : await findAccountByUuid(db, id.uuid)
      return account ?? notFound('account')
    },
    list: ({ cursor, limit, ...search }) => listAccounts(db, filterIn(search), { cursor, limit }),
    total: search => totalAccounts(db, filterIn(search)),
    async count() {
      const counted = Object.fromEntries((await countAccounts(db)).map(({ status, count }) => [status, count]))
      return Object.fromEntries(ACCOUNT_STATUSES.map(status => [status, counted[status] ?? 0])) as Record<
        AccountStatus,
        number
      >
    },
    change: (id, change, actor, reason = null) =>
      db.transaction(async tx => {
        const account = await lockAccount(tx, id)
        if (account === null) return notFound('account')
        const now = clock()
        const after = changed(account, change, { by: actor.kind === 'member' ? 'owner' : 'operator', now })
        if (after instanceof Failure) return after
        const refused = await refusedBinding(tx, pspKinds, account, after)
        if (refused !== null) return refused
        const sealed = change.postbackSecret === undefined ? null : secretBox.seal(change.postbackSecret)
        await updateAccount(tx, after, sealed, now)
        const detail = differences(account, after, change)
        const what = { accountId: id, action: 'account.changed', subject: 'account', subjectId: id }
        await record(tx, [{ ...what, actor, reason, detail }], now)
        return { ...after, updatedAt: now }
      }),
    form: account => accountForm(account, clock()),
    schema: AccountSchema,
  }
}

function filterIn({ q, status = null }: AccountSearch): AccountFilter {
  return { pattern: containing(q), id: q === null ? null : idIn(q), status }
}

/** What of the account is another now. Of a secret only that it was set. */
function differences(before: Account, after: Account, change: AccountChange): Record<string, unknown> {
  const named = Object.keys(change).filter(key => key !== 'postbackSecret') as (keyof Account)[]
  const different = named.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return {
    ...Object.fromEntries(different.map(key => [key, { before: before[key], after: after[key] }])),
    ...(change.postbackSecret !== undefined && { postbackSecret: 'set' }),
  }
}

const MAX_ACCOUNT_ID = 2 ** 31 - 1

const idIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ACCOUNT_ID ? Number(text) : null)
