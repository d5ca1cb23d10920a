// The operator's decisions about PSP accounts: a further one, its switches, its address and credentials, and the address at
// which it calls back. Decided under one lock, in force from the commit; the adapter that was open with the old ones is
// closed. Secrets go in and never come out.
import type { Database, Transaction } from '#db/postgres.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import type { Seal } from '#kernel/seal.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { baseUrlIn, CREDENTIAL_FIELDS, type CredentialsChange, changedCredentials } from './account-credentials.ts'
import {
  findManaged,
  insertManaged,
  listManaged,
  lockManaged,
  type ManagedAccount,
  type NewManaged,
  updateManaged,
} from './account-store.ts'
import type { PspDirectory } from './directory.ts'
import { hashCallbackToken, mintCallbackToken } from './first-account.ts'
import { type Credentials, PAYING_OUT, type PspAccount } from './store.ts'

export interface AccountDeskNeeds {
  db: Database
  psps: Pick<PspDirectory, 'forget'>
  seal: Seal
  clock: Clock
  random: RandomBytes
  production: boolean
}

export interface AccountAsk extends CredentialsChange {
  kind: PspAccount['kind']
  environment: PspAccount['environment']
  name: string
  baseUrl: string
  pixKey: string
  clientId: string
  clientSecret: string
}

/** What is absent stays as it is. */
export interface AccountChange extends CredentialsChange {
  name?: string
  baseUrl?: string
  payInEnabled?: boolean
  payOutEnabled?: boolean
  fallbackPspAccountId?: number | null
}

export interface PspAccountDesk {
  list(page: { cursor: bigint | null; limit: number }): Promise<ManagedAccount[]>
  create(ask: AccountAsk): Promise<ManagedAccount | Failure>
  change(id: number, change: AccountChange): Promise<ManagedAccount | Failure>
  rotateCallbackToken(id: number): Promise<ManagedAccount | Failure>
}

export function openPspAccountDesk(needs: AccountDeskNeeds): PspAccountDesk {
  const { db, clock, psps, seal } = needs
  const credentialsOf = (account: { credentialsSealed: string }): Credentials =>
    JSON.parse(seal.open(account.credentialsSealed))

  const sealed = (credentials: Credentials) => seal.seal(JSON.stringify(credentials))

  /** Reads, decides and writes under the lock; forgets the open adapter once the change is committed. */
  async function decide(
    id: number,
    decision: (account: ManagedAccount, all: ManagedAccount[]) => Decided | Failure,
  ): Promise<ManagedAccount | Failure> {
    const decided = await db.transaction(async tx => {
      const all = await lockManaged(tx)
      const account = all.find(one => one.id === id)
      if (account === undefined) return notFound('PSP account')
      const outcome = decision(account, all)
      if (outcome instanceof Failure) return outcome
      await updateManaged(tx, outcome.account, outcome.callbackTokenHash)
      return { account: outcome.account, isNewWay: outcome.account.version !== account.version }
    })
    if (decided instanceof Failure) return decided
    if (decided.isNewWay) psps.forget(id)
    return decided.account
  }

  function changed(account: ManagedAccount, all: ManagedAccount[], change: AccountChange): Decided | Failure {
    const baseUrl = change.baseUrl === undefined ? account.baseUrl : baseUrlOf(change.baseUrl, account)
    if (baseUrl instanceof Failure) return baseUrl
    const credentials = changedCredentials(credentialsOf(account), change, clock())
    if (credentials instanceof Failure) return credentials
    const isNewWay = baseUrl !== account.baseUrl || CREDENTIAL_FIELDS.some(field => field in change)
    const after: ManagedAccount = {
      ...account,
      name: change.name ?? account.name,
      baseUrl,
      payInEnabled: change.payInEnabled ?? account.payInEnabled,
      payOutEnabled: change.payOutEnabled ?? account.payOutEnabled,
      fallbackPspAccountId:
        change.fallbackPspAccountId === undefined ? account.fallbackPspAccountId : change.fallbackPspAccountId,
      ...(isNewWay && { credentialsSealed: sealed(credentials), version: account.version + 1 }),
    }
    return refused(after, credentials, all) ?? { account: after, callbackTokenHash: null }
  }

  const baseUrlOf = (text: string, { environment }: Pick<PspAccount, 'environment'>) =>
    baseUrlIn(text, { httpsOnly: needs.production && environment === 'live' })

  function refused(account: ManagedAccount, credentials: Credentials, all: ManagedAccount[]): Failure | null {
    const others = all.filter(other => other.id !== account.id)
    return refusedSwitches(account) ?? refusedFallback(account, all) ?? refusedTwin(account, credentials, others)
  }

  /** Two rows for one account at the PSP would book whatever arrives there twice. */
  function refusedTwin(account: PspAccount, { clientId }: Credentials, others: ManagedAccount[]): Failure | null {
    if (others.some(other => other.environment === account.environment && other.name === account.name))
      return new Failure('CONFLICT', 'name: another PSP account of this environment has it')
    const twin = others.find(other => {
      const samePlace = other.baseUrl === account.baseUrl
      const sameKey = other.pixKey === account.pixKey && (samePlace || isLive(other, account))
      return sameKey || (samePlace && credentialsOf(other).clientId === clientId)
    })
    return twin === undefined
      ? null
      : new Failure(
          'CONFLICT',
          `PSP account ${twin.id} is the same account at the PSP: it has the pixKey or the clientId`,
        )
  }

  return {
    list: page => listManaged(db, page),
    async create(ask) {
      const { kind, environment, name, pixKey } = ask
      const callbackToken = mintCallbackToken(needs.random)
      const baseUrl = baseUrlOf(ask.baseUrl, ask)
      if (baseUrl instanceof Failure) return baseUrl
      const begun = { clientId: ask.clientId, clientSecret: ask.clientSecret, callbackToken }
      const credentials = changedCredentials(begun, ask, clock())
      if (credentials instanceof Failure) return credentials
      const account = {
        ...{ kind, environment, name, baseUrl, pixKey, credentialsSealed: sealed(credentials), createdAt: clock() },
        ...{ payInEnabled: true, payOutEnabled: PAYING_OUT.includes(kind) },
      }
      return db.transaction(async tx => {
        const twin = refusedTwin({ ...account, id: 0, version: 1 }, credentials, await lockManaged(tx))
        return twin ?? (await inserted(tx, account, callbackToken))
      })
    },
    change: (id, change) => decide(id, (account, all) => changed(account, all, change)),
    rotateCallbackToken: id =>
      decide(id, account => {
        const callbackToken = mintCallbackToken(needs.random)
        const credentialsSealed = sealed({ ...credentialsOf(account), callbackToken })
        return {
          account: { ...account, credentialsSealed, version: account.version + 1 },
          callbackTokenHash: hashCallbackToken(callbackToken),
        }
      }),
  }
}

interface Decided {
  account: ManagedAccount
  callbackTokenHash: Buffer | null
}

async function inserted(tx: Transaction, account: NewManaged, callbackToken: string): Promise<ManagedAccount> {
  const id = await insertManaged(tx, account, hashCallbackToken(callbackToken))
  const fresh = await findManaged(tx, id)
  if (fresh === null) throw new Error('a PSP account is gone in the transaction that made it')
  return fresh
}

function refusedSwitches({ kind, payOutEnabled }: ManagedAccount): Failure | null {
  if (!payOutEnabled || PAYING_OUT.includes(kind)) return null
  return invalid('payOutEnabled', `false: the PSP of a ${kind} account only receives`)
}

function refusedFallback(account: ManagedAccount, all: ManagedAccount[]): Failure | null {
  if (account.fallbackPspAccountId === null) return null
  const fallback = all.find(({ id }) => id === account.fallbackPspAccountId)
  const fits = fallback !== undefined && fallback.id !== account.id && fallback.environment === account.environment
  return fits ? null : invalid('fallbackPspAccountId', `another PSP account of the ${account.environment} environment`)
}

/** A key of the real Pix belongs to one account in the whole country; every test bank may have the same one. */
const isLive = (one: PspAccount, other: PspAccount) => one.environment === 'live' && other.environment === 'live'
