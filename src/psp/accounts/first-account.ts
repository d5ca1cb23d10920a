// PSP accounts are rows, not configuration; the environment only defines the first of them. A warning says that later changes
// of the environment have no effect.
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { PspsDeps } from '../deps.ts'
import { kindOf } from '../kinds.ts'
import type { ReceivingAccount } from '../recurrence/port.ts'
import { findCredentials, insertFirstPspAccount, moveTestAccount } from '../store.ts'
import { refuseInTheClear } from './plain-http.ts'
import { compareSettings } from './settings-in-force.ts'

/** PEM texts: the gateway's certificate for the PSP, and the authority that signs the PSP's own certificate. */
export interface PspTls {
  certificate?: string
  privateKey?: string
  /** Absent: the authorities that Node trusts. */
  ca?: string
}

export interface FirstAccount {
  kind: string
  environment: 'live' | 'test'
  name: string
  baseUrl: string
  pixKey: string
  /** Absent: none, and no recurring PIX; the operator may set it later. */
  receivingAccount?: ReceivingAccount
  /** Of the API of its charges by boleto. Absent: it makes none. */
  collectBaseUrl?: string
  /** Whether its boletos have a Pix code too. */
  bolepix?: boolean
  /** Of its page for cards. Absent: they are switched off. */
  cardEntryOrigin?: string
  credentials: FirstCredentials
}

/** By the names that the kind declares. */
export interface FirstCredentials extends PspTls {
  clientId: string
  clientSecret: string
  [field: string]: string | undefined
}

const TOKEN_BYTES = 24

/** The callback token in a path names the account and authenticates the caller; only its hash is looked up. */
export const mintCallbackToken = (random: RandomBytes): string => random(TOKEN_BYTES).toString('base64url')

export async function ensureFirstAccount(
  deps: Pick<PspsDeps, 'clock' | 'db' | 'kinds' | 'production' | 'random' | 'secretBox'> & {
    log: Pick<PspsDeps['log'], 'warn'>
  },
  account: FirstAccount,
): Promise<void> {
  const { credentials, receivingAccount = null, ...row } = account
  const callbackToken = mintCallbackToken(deps.random)
  await insertFirstPspAccount(deps.db, {
    ...row,
    paysOut: kindOf(deps.kinds, account).paysOut,
    credentialsSealed: deps.secretBox.seal(JSON.stringify({ ...credentials, callbackToken })),
    callbackTokenHash: hashToken(callbackToken),
    receivingAccount,
    now: deps.clock(),
  })
  if (account.environment === 'test') await moveTestAccount(deps.db, row)
  await refuseForeignKey(deps)
  if (deps.production) await refuseInTheClear(deps.db)
  await compareSettings(deps, account)
}

/** The secret boxes of this database must open, or the gateway could call no PSP and sign no notification. */
async function refuseForeignKey({ db, secretBox }: Pick<PspsDeps, 'db' | 'secretBox'>): Promise<void> {
  for (const { credentialsSealed } of await findCredentials(db)) {
    try {
      secretBox.open(credentialsSealed)
    } catch {
      throw new StartProblem(
        'This database was sealed with another ENCRYPTION_KEY. Set the one it was made with, or bring back the data folder’s secrets.json; while it is being changed, the other one is ENCRYPTION_KEY_OTHER.',
      )
    }
  }
}

/** The sandbox bank pays out and has disputes, as Efí does, in either dialect. */
const SANDBOX = { kind: 'efi', environment: 'test', pixKey: '5f84a4c5-c5cb-4599-8f13-7eb4d419dacc' } as const

/** The sandbox bank's one customer, the same on every machine. A real bank accepts none of its credentials. */
export const sandboxAccount = (baseUrl: string): FirstAccount => ({
  ...SANDBOX,
  name: 'Banco de Teste',
  baseUrl,
  credentials: { clientId: 'porteira', clientSecret: 'sandbox-secret' },
  receivingAccount: { branch: '0001', account: '1234567', type: 'CORRENTE' },
  collectBaseUrl: `${baseUrl}/v1`,
  bolepix: true,
  cardEntryOrigin: baseUrl,
})

/** Whether it is that customer's account; its name or address may have changed. */
export const isSandboxAccount = (account: Pick<FirstAccount, 'kind' | 'environment' | 'pixKey'>): boolean =>
  account.kind === SANDBOX.kind && account.environment === SANDBOX.environment && account.pixKey === SANDBOX.pixKey
