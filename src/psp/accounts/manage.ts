// The operator's decisions about PSP accounts: a further one, its switches, its address and credentials, and its callback
// address. They are decided under one lock and in force from the commit on; the adapter that was open with the old values is
// closed. Secrets are written and never read back.
import type { Transaction } from '#db/postgres.ts'
import type { RecordAction } from '#http/audited-action.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure } from '#kernel/failure.ts'
import type { PspsDeps } from '../deps.ts'
import type { PspDirectory } from '../directory.ts'
import { kindOf } from '../kinds.ts'
import type { Credentials, PspAccount } from '../store.ts'
import { changedAction, madeAction, rotatedAction } from './audit.ts'
import { addressesIn, chargesOfNew, NO_DEBIT, refusedCharges, type TakesDebit } from './charges.ts'
import { baseUrlIn, changedCredentials } from './credentials.ts'
import { mintCallbackToken } from './first-account.ts'
import { NO_RECEIVER, receiverColumns, refusedRecurrence } from './receiving-account.ts'
import {
  isSameAddress,
  isTwin,
  type Place,
  refusedFallback,
  refusedName,
  refusedSwitches,
  refusedTestBank,
} from './rules.ts'
import { type AccountChange, type AccountRequest, isSameWay, settingsAfter } from './settings-after.ts'
import {
  findManaged,
  insertManaged,
  listManaged,
  lockManaged,
  type ManagedAccount,
  type NewManaged,
  updateManaged,
} from './store.ts'
import { changesTls, type OpenAccount, refusedByPsp, refusedElsewhere } from './trial.ts'
import { type Decided, type Decision, decidedBy } from './under-way.ts'

/** `certificateTried`: of a change of certificate, key or authority: whether the PSP has taken it, or was not reached. */
export type ChangedAccount = ManagedAccount & { certificateTried?: boolean }

export interface PspAccountOperations {
  list(page: { cursor: bigint | null; limit: number }): Promise<ManagedAccount[]>
  create(request: AccountRequest, recordAction: RecordAction): Promise<ManagedAccount | Failure>
  /** What a PSP is shown is tried there first, see `trial.ts`. */
  change(id: number, change: AccountChange, recordAction: RecordAction): Promise<ChangedAccount | Failure>
  /** The account as a change would leave it, once the PSP has taken it; nothing is changed. */
  tryOut(id: number, change: AccountChange): Promise<ManagedAccount | Failure>
  rotateCallbackToken(id: number, recordAction: RecordAction): Promise<ManagedAccount | Failure>
  takesDebit: TakesDebit
}

export function openPspAccountOperations(
  deps: Pick<PspsDeps, 'clock' | 'db' | 'production' | 'random' | 'secretBox'> & {
    psps: Pick<PspDirectory, 'forget' | 'kinds'>
    takesDebit: TakesDebit
    openAccount: OpenAccount
  },
): PspAccountOperations {
  const { db, clock, psps, secretBox } = deps
  const sealed = (credentials: Credentials) => secretBox.seal(JSON.stringify(credentials))
  const fieldsOf = ({ kind }: Pick<PspAccount, 'kind'>) => ({ kind, fields: kindOf(psps.kinds, { kind }).credentials })

  function credentialsOf({ credentialsSealed }: Pick<PspAccount, 'credentialsSealed'>): Credentials | Failure {
    try {
      return JSON.parse(secretBox.open(credentialsSealed))
    } catch {
      return new Failure('CONFLICT', 'The credentials that are kept cannot be opened: check ENCRYPTION_KEY')
    }
  }

  /** Reads, decides and writes under the lock; closes the open adapter once the change is committed. */
  async function decide(id: number, recordAction: RecordAction, decision: Decision): Promise<ManagedAccount | Failure> {
    const decided = await db.transaction(async tx => {
      const outcome = await decidedBy(tx, id, decision)
      if (outcome instanceof Failure) return outcome
      const now = clock()
      await updateManaged(tx, { ...outcome, now })
      await recordAction(tx, outcome.action, now)
      return { account: outcome.account, isNewWay: outcome.account.version !== outcome.from }
    })
    if (decided instanceof Failure) return decided
    if (decided.isNewWay) psps.forget(id)
    return decided.account
  }

  /** As it would be, where nothing of ours refuses it. No lock is held while the PSP is asked. */
  async function tryOut(id: number, change: AccountChange): Promise<Tried | Failure> {
    const would = await db.transaction(tx =>
      decidedBy(tx, id, (account, all) => {
        const after = changed(account, all, change)
        return after instanceof Failure
          ? after
          : (refusedElsewhere(account, after.account, change.credentials) ?? after)
      }),
    )
    if (would instanceof Failure) return would
    const { account, from } = would
    const refused = await refusedByPsp(deps.openAccount, account, change.credentials)
    const isKept = refused?.code === 'PSP_UNAVAILABLE' && change.keepUntried === true
    return refused === null || isKept ? { account, from, taken: refused === null } : refused
  }

  async function changeTried(
    id: number,
    change: AccountChange,
    recordAction: RecordAction,
  ): Promise<ChangedAccount | Failure> {
    const tried = await tryOut(id, change)
    if (tried instanceof Failure) return tried
    const decided = await decide(id, recordAction, (account, all) =>
      account.version === tried.from ? changed(account, all, change, tried.taken) : CHANGED_MEANWHILE,
    )
    return decided instanceof Failure ? decided : { ...decided, certificateTried: tried.taken }
  }

  function changed(
    account: ManagedAccount,
    all: ManagedAccount[],
    change: AccountChange,
    taken = true,
  ): Decided | Failure {
    const way = changedWay(account, change)
    if (way instanceof Failure) return way
    const { baseUrl, credentials, elsewhere } = way
    const collect = addressesIn(change, httpsOnlyFor(account))
    if (collect instanceof Failure) return collect
    const settings = settingsAfter(account, { ...change, ...collect })
    const after: ManagedAccount = {
      ...account,
      ...settings,
      baseUrl,
      ...(credentials !== null && { credentialsSealed: sealed(credentials) }),
      version: account.version + (credentials === null && isSameWay(account, settings) ? 0 : 1),
    }
    const others = all.filter(other => other.id !== account.id)
    const refusal =
      refusedTestBank(account, after, change.credentials) ??
      refusedSettings(after, all) ??
      refusedDebit(account, change) ??
      (change.name === undefined ? null : refusedName(after, others)) ??
      (elsewhere && credentials !== null ? refusedTwin(after, credentials, others) : null)
    const action = changedAction(account, after, change.credentials, taken)
    return refusal ?? { account: after, callbackTokenHash: null, elsewhere, action }
  }

  const refusedDebit = (account: ManagedAccount, { debitEnabled }: AccountChange): Failure | null =>
    debitEnabled === true && !deps.takesDebit(account) ? NO_DEBIT : null

  const refusedSettings = (after: ManagedAccount, all: ManagedAccount[]): Failure | null =>
    refusedSwitches(psps.kinds, after) ??
    refusedRecurrence(psps.kinds, after) ??
    refusedCharges(psps.kinds, after) ??
    refusedFallback(after, all)

  /**
   * The PSP's address and credentials after the change. Where none of them is named, no secret box is opened and nothing is
   * checked.
   */
  function changedWay(account: ManagedAccount, change: AccountChange): Way | Failure {
    const baseUrl = change.baseUrl === undefined ? account.baseUrl : baseUrlOf(change.baseUrl, account)
    if (baseUrl instanceof Failure) return baseUrl
    const isSame = baseUrl === account.baseUrl && Object.keys(change.credentials).length === 0
    if (isSame) return { baseUrl, credentials: null, elsewhere: false }
    const before = credentialsOf(account)
    if (before instanceof Failure) return before
    const credentials = changedCredentials(fieldsOf(account), before, change.credentials, clock())
    if (credentials instanceof Failure) return credentials
    const elsewhere = !isSameAddress(account, account.baseUrl, baseUrl) || credentials.clientId !== before.clientId
    return { baseUrl, credentials, elsewhere }
  }

  const httpsOnlyFor = ({ environment }: Pick<PspAccount, 'environment'>) => ({
    httpsOnly: deps.production && environment === 'live',
  })

  const baseUrlOf = (text: string, account: Pick<PspAccount, 'environment'>) =>
    baseUrlIn('baseUrl', text, httpsOnlyFor(account))

  /** Two rows for one account at the PSP would book every incoming payment there twice. */
  function refusedTwin(account: Place, { clientId }: Credentials, others: ManagedAccount[]): Failure | null {
    const isClient = (other: ManagedAccount) => {
      const known = credentialsOf(other)
      return !(known instanceof Failure) && known.clientId === clientId
    }
    const twin = others.find(other => isTwin(account, other, isClient))
    return twin === undefined
      ? null
      : new Failure(
          'CONFLICT',
          `PSP account ${twin.id} is the same account at the PSP: it has the pixKey or the clientId, or it is the test bank`,
        )
  }

  return {
    takesDebit: deps.takesDebit,
    list: page => listManaged(db, page),
    async create(request, recordAction) {
      const { kind, environment, name, pixKey } = request
      const callbackToken = mintCallbackToken(deps.random)
      const baseUrl = baseUrlOf(request.baseUrl, request)
      if (baseUrl instanceof Failure) return baseUrl
      const collect = addressesIn(request, httpsOnlyFor(request))
      if (collect instanceof Failure) return collect
      const credentials = changedCredentials(fieldsOf(request), { callbackToken }, request.credentials, clock())
      if (credentials instanceof Failure) return credentials
      const account = {
        kind,
        environment,
        name,
        baseUrl,
        pixKey,
        credentialsSealed: sealed(credentials),
        createdAt: clock(),
        payInEnabled: true,
        payOutEnabled: kindOf(psps.kinds, request).paysOut,
        recurrenceEnabled: request.receivingAccount !== undefined,
        ...receiverColumns(NO_RECEIVER, request.receivingAccount),
        ...chargesOfNew({ ...request, ...collect }),
      }
      const refused = refusedRecurrence(psps.kinds, account) ?? refusedCharges(psps.kinds, account)
      if (refused !== null) return refused
      return db.transaction(async tx => {
        const others = await lockManaged(tx)
        const refusal = refusedName(account, others) ?? refusedTwin(account, credentials, others)
        if (refusal !== null) return refusal
        const made = await inserted(tx, account, callbackToken)
        await recordAction(tx, madeAction(made), account.createdAt)
        return made
      })
    },
    change: (id, change, recordAction) =>
      changesTls(change.credentials)
        ? changeTried(id, change, recordAction)
        : decide(id, recordAction, (account, all) => changed(account, all, change)),
    async tryOut(id, change) {
      const tried = await tryOut(id, change)
      return tried instanceof Failure ? tried : tried.account
    },
    rotateCallbackToken: (id, recordAction) =>
      decide(id, recordAction, account => {
        const before = credentialsOf(account)
        if (before instanceof Failure) return before
        const callbackToken = mintCallbackToken(deps.random)
        const credentialsSealed = sealed({ ...before, callbackToken })
        return {
          account: { ...account, credentialsSealed, version: account.version + 1 },
          callbackTokenHash: hashToken(callbackToken),
          elsewhere: false,
          action: rotatedAction(account),
        }
      }),
  }
}

/** What was tried is not what would be put in. */
const CHANGED_MEANWHILE = new Failure('CONFLICT', 'The account was changed meanwhile; send the change again')

interface Tried {
  account: ManagedAccount
  /** The version that was tried upon. */
  from: number
  /** false: the PSP was not reached. */
  taken: boolean
}

interface Way {
  baseUrl: string
  /** null: unchanged, and still in their secret box. */
  credentials: Credentials | null
  elsewhere: boolean
}

async function inserted(tx: Transaction, account: NewManaged, callbackToken: string): Promise<ManagedAccount> {
  const id = await insertManaged(tx, account, hashToken(callbackToken))
  const fresh = await findManaged(tx, id)
  if (fresh === null) throw new Error('a PSP account is gone in the transaction that made it')
  return fresh
}
