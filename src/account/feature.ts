// Accounts as the rest of the gateway sees them: they are opened, read and changed, for the seller's own page and for the operator.
import { type Actor, THE_GATEWAY } from '#audit/audit.ts'
import type { Totals } from '#db/counted.ts'
import { containing } from '#db/like.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import { type Failure, notFound } from '#kernel/failure.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { PspKinds } from '#psp/kinds.ts'
import { ACCOUNT_STATUSES, type Account, type AccountChange, type AccountStatus } from './account.ts'
import { changeAccount } from './change.ts'
import { createCredential, type NewCredential } from './credential.ts'
import { type Opening, openAccount, openOne } from './open.ts'
import {
  type AccountFilter,
  countAccounts,
  findAccount,
  findAccountByUuid,
  listAccounts,
  passAccountNumbers,
  totalAccounts,
} from './store.ts'
import { AccountSchema, accountForm } from './wire.ts'

export interface AccountDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  secretBox: SecretBox
  pspKinds: PspKinds
  /** Of an account that somebody opens who comes by themselves. */
  statusOfNew: AccountStatus
}

export interface Accounts {
  /** The account of a person, opened now or before. */
  openFor(person: Opening['person']): Promise<number>
  /** One more, whatever the person has already. `name` null: it is called as they are. */
  openAnother(tx: Transaction, opening: Omit<Opening, 'status'> & { name: string | null }): Promise<number>
  /** Numbers up to this one have belonged to accounts that this database has forgotten. */
  passNumbers(upTo: number): Promise<void>
  find(id: number | { uuid: string }): Promise<Account | Failure>
  /** The newest first, below the account `cursor`. `q` is looked for in names, e-mails and the uuid, or is the id. */
  list(request: AccountRequest): Promise<Account[]>
  /** How many the list has on all its pages. */
  total(request: AccountSearch): Promise<Totals>
  /** How many there are, by status. */
  count(): Promise<Record<AccountStatus, number>>
  /** Kept in the audit log with what was before. */
  change(id: number, change: AccountChange, actor: Actor, reason?: string | null): Promise<Account | Failure>
  /** An API key that may do everything and never ends, made by the gateway itself. */
  createKey(id: number, name: string): Promise<NewCredential | Failure>
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

export function openAccounts(deps: AccountDeps): Accounts {
  const { db, clock, statusOfNew: status } = deps
  return {
    openFor: person => openAccount(db, { person, status, now: clock() }),
    openAnother: (tx, opening) => openOne(tx, { ...opening, status }),
    async passNumbers(upTo) {
      await passAccountNumbers(db, upTo)
    },
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
    change: (id, change, actor, reason = null) => changeAccount(deps, { id, change, actor, reason }),
    createKey: (id, name) => createCredential(deps, id, { name, scopes: null, expiresAt: null }, THE_GATEWAY),
    form: account => accountForm(account, clock()),
    schema: AccountSchema,
  }
}

function filterIn({ q, status = null }: AccountSearch): AccountFilter {
  return { pattern: containing(q), id: q === null ? null : idIn(q), status }
}

const MAX_ACCOUNT_ID = 2 ** 31 - 1

const idIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ACCOUNT_ID ? Number(text) : null)
