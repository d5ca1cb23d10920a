// The reader's own test keys, for who has signed in to the panel in this browser. A pair that is made here stays in the tab and is good for a day.
// Keys of live accounts are never read, made or used: what is sent from the reference must not move real money.
export interface Keys {
  publicKey: string
  /** null: not known; it is stored nowhere. */
  privateKey: string | null
}

/** `no-test`: all accounts are live, and one of them may be given a test account. */
export type Standing = 'signed-out' | 'live-only' | 'no-test' | 'no-role' | 'ready' | 'made'

export interface Reader {
  standing: Standing
  keys: Keys | null
  /** The account of which pairs are made; of `no-test`, the live account whose test account is opened first. */
  accountId: number | null
}

interface Me {
  accounts: { accountId: number; role: string; status: string; testOf: number | null }[]
  testMode: boolean
}

const KEPT = 'porteira-docs-pair'
const TEST = 'pk_test_'
const DAY_MS = 86_400_000
/** More accounts than this are not gone through for one that is for tests. */
const MAX_ACCOUNTS = 10
const BUILDERS = ['OWNER', 'DEVELOPER']

const SIGNED_OUT: Reader = { standing: 'signed-out', keys: null, accountId: null }

/** Test accounts of test mode first: whoever acts live in the panel tries things here with the keys of the twin. */
export async function findReader(): Promise<Reader> {
  const me = await read<Me>('/api/me', null)
  if (me === null) return SIGNED_OUT
  const own = me.accounts.filter(({ testOf }) => testOf === null)
  // Where test mode is switched off, what is left of it sells nothing.
  const twins = me.testMode ? me.accounts.filter(({ testOf }) => testOf !== null) : []
  const twin = twins.find(({ role }) => BUILDERS.includes(role)) ?? twins[0]
  if (twin !== undefined) return readerOf(twin.accountId)
  for (const { accountId } of own.slice(0, MAX_ACCOUNTS)) {
    const account = await read<{ environment: string }>('/api/account', accountId)
    if (account?.environment === 'test') return readerOf(accountId)
  }
  const mayOpen = own.find(({ role, status }) => status === 'ACTIVE' && BUILDERS.includes(role))
  if (!me.testMode || mayOpen === undefined) return { ...SIGNED_OUT, standing: 'live-only' }
  return { standing: 'no-test', keys: null, accountId: mayOpen.accountId }
}

async function readerOf(accountId: number): Promise<Reader> {
  const made = madePair(accountId)
  if (made !== null) return { standing: 'made', keys: made, accountId }
  const list = await read<{ data: Credential[] }>('/api/credentials?limit=20', accountId)
  if (list === null) return { standing: 'no-role', keys: null, accountId }
  const usable = list.data.find(({ publicKey, revokedAt }) => publicKey.startsWith(TEST) && revokedAt === null)
  const keys = usable === undefined ? null : { publicKey: usable.publicKey, privateKey: null }
  return { standing: 'ready', keys, accountId }
}

interface Credential {
  publicKey: string
  privateKey?: string
  revokedAt: string | null
}

/** Of a live account: its test account, opened where there is none. Null: the gateway has refused. */
export async function openTestAccount(liveAccountId: number): Promise<number | null> {
  const answer = await send('/api/account/test', liveAccountId, {})
  return answer.ok ? ((await answer.json()) as { accountId: number }).accountId : null
}

/** Whether the gateway has made one; it asks for a step-up where that is due, which only the panel does. */
export async function makePair(accountId: number, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + DAY_MS).toISOString()
  const answer = await send('/api/credentials', accountId, { name: 'Documentação', expiresAt })
  if (!answer.ok) return false
  const { publicKey, privateKey } = (await answer.json()) as Credential
  if (!publicKey.startsWith(TEST) || privateKey === undefined) return false
  sessionStorage.setItem(KEPT, JSON.stringify({ accountId, publicKey, privateKey }))
  return true
}

export const forgetPair = (): void => sessionStorage.removeItem(KEPT)

/** Of this account alone: another person may have signed in since, and another account may be live by now. */
function madePair(accountId: number): Keys | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Partial<Keys> & { accountId?: number }
    const { publicKey, privateKey } = kept
    return kept.accountId === accountId && publicKey?.startsWith(TEST) && privateKey ? { publicKey, privateKey } : null
  } catch {
    return null
  }
}

const send = (path: string, accountId: number, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-account-id': `${accountId}` },
    body: JSON.stringify(body),
  })

async function read<T>(path: string, accountId: number | null): Promise<T | null> {
  const headers: Record<string, string> = accountId === null ? {} : { 'x-account-id': `${accountId}` }
  const answer = await fetch(path, { headers }).catch(() => null)
  return answer?.ok === true ? ((await answer.json()) as T) : null
}
