// The reader's own test keys, for who has signed in to the panel in this browser. A pair that is made here stays in the tab and is good for a day.
// Keys of live accounts are never read, made or used: what is sent from the reference must not move real money.
export interface Keys {
  publicKey: string
  /** null: not known; it is stored nowhere. */
  privateKey: string | null
}

export type Standing = 'signed-out' | 'live-only' | 'no-role' | 'ready' | 'made'

export interface Reader {
  standing: Standing
  keys: Keys | null
  /** The account of which pairs are made. */
  accountId: number | null
}

const KEPT = 'porteira-docs-pair'
const TEST = 'pk_test_'
const DAY_MS = 86_400_000
/** More accounts than this are not gone through for one that is for tests. */
const MAX_ACCOUNTS = 10

const SIGNED_OUT: Reader = { standing: 'signed-out', keys: null, accountId: null }

export async function findReader(): Promise<Reader> {
  const me = await read<{ accounts: { accountId: number }[] }>('/api/me', null)
  if (me === null) return SIGNED_OUT
  for (const { accountId } of me.accounts.slice(0, MAX_ACCOUNTS)) {
    const account = await read<{ environment: string }>('/api/account', accountId)
    if (account?.environment === 'test') return readerOf(accountId)
  }
  return { ...SIGNED_OUT, standing: 'live-only' }
}

async function readerOf(accountId: number): Promise<Reader> {
  const made = madePair()
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

/** Whether the gateway has made one; it asks for a step-up where that is due, which only the panel does. */
export async function makePair(accountId: number, now: Date): Promise<boolean> {
  const answer = await fetch('/api/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-account-id': `${accountId}` },
    body: JSON.stringify({ name: 'Documentação', expiresAt: new Date(now.getTime() + DAY_MS).toISOString() }),
  })
  if (!answer.ok) return false
  const { publicKey, privateKey } = (await answer.json()) as Credential
  if (!publicKey.startsWith(TEST) || privateKey === undefined) return false
  sessionStorage.setItem(KEPT, JSON.stringify({ publicKey, privateKey }))
  return true
}

export const forgetPair = (): void => sessionStorage.removeItem(KEPT)

function madePair(): Keys | null {
  try {
    const { publicKey, privateKey } = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Partial<Keys>
    return publicKey?.startsWith(TEST) && privateKey ? { publicKey, privateKey } : null
  } catch {
    return null
  }
}

async function read<T>(path: string, accountId: number | null): Promise<T | null> {
  const headers: Record<string, string> = accountId === null ? {} : { 'x-account-id': `${accountId}` }
  const answer = await fetch(path, { headers }).catch(() => null)
  return answer?.ok === true ? ((await answer.json()) as T) : null
}
