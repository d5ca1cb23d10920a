// The SQL of the approval policy's inputs. Nothing is read or written for accounts without a rule that needs it. The figures of one
// account are exact, because its wallet is locked; the figures of the whole gateway leave out transactions that commit at the same
// moment.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Cashout } from '../cashout.ts'
import type { Terms } from '../terms-store.ts'
import {
  addressKey,
  isAbove,
  type Judged,
  limitsVelocity,
  type PolicyContext,
  payeeKey,
  type Rules,
  type Velocity,
} from './policy.ts'

type RulesOf = (accountId: number) => Rules | undefined

export async function readPolicyContext(
  tx: Transaction,
  requests: Judged[],
  rulesOf: RulesOf,
  now: Date,
): Promise<PolicyContext> {
  const approvalOf = ({ accountId }: Judged) => rulesOf(accountId)?.approval ?? null
  const limited = limitedAccounts(requests, rulesOf)
  const [keys, addresses, payees, beneficiaries, velocity, usual] = await Promise.all([
    findKeyAges(
      tx,
      requests.filter(request => isAbove(request.amount, approvalOf(request)?.newKeyAboveCents)),
    ),
    findAddresses(
      tx,
      requests.filter(request => isAbove(request.amount, approvalOf(request)?.newAddressAboveCents)),
      now,
    ),
    findPayees(
      tx,
      requests.filter(request => isAbove(request.amount, approvalOf(request)?.newPayeeAboveCents)),
    ),
    findListed(
      tx,
      requests.filter(request => approvalOf(request)?.onlyBeneficiaries === true),
    ),
    findVelocity(tx, limited, now),
    findUsual(
      tx,
      limited.filter(id => rulesOf(id)?.velocity?.timesUsual),
    ),
  ])
  return { keys, addresses, payees, beneficiaries, velocity, usual }
}

/** Includes the gateway's own limit, where the operator has set one. */
function limitedAccounts(requests: Judged[], rulesOf: RulesOf): number[] {
  const limited = requests.flatMap(({ accountId }) => {
    const rules = rulesOf(accountId)
    if (rules === undefined) return []
    return [
      ...(limitsVelocity(rules.velocity) ? [accountId] : []),
      ...(limitsVelocity(rules.gateway) ? [SUSPENSE_ACCOUNT_ID] : []),
    ]
  })
  return [...new Set(limited)]
}

async function findKeyAges(tx: Transaction, requests: Judged[]): Promise<Map<string, Date>> {
  const ofKeys = requests.filter(({ by }) => by?.keyId)
  if (ofKeys.length === 0) return new Map()
  const rows = await tx.query<{ id: string; created_at: Date }>(sql`
    select api_key.id, created_at from api_key
    join unnest(${ofKeys.map(request => request.accountId)}::int[], ${ofKeys.map(request => request.by?.keyId)}::uuid[]) as asked(account_id, id)
      using (account_id, id)`)
  return new Map(rows.map(row => [row.id, row.created_at]))
}

/** An address counts as new for this long after its first request. */
const ADDRESS_NEW_MS = DAY_MS

async function findAddresses(tx: Transaction, requests: Judged[], now: Date): Promise<Set<string>> {
  if (requests.length === 0) return new Set()
  const rows = await tx.query<{ account_id: number; address: string }>(sql`
    select account_id, address from payout_address
    where account_id = any(${requests.map(request => request.accountId)}::int[])
      and address = any(${requests.map(request => request.by?.address ?? '')}::text[])
      and (approved_at is not null or first_at <= ${new Date(now.getTime() - ADDRESS_NEW_MS)})`)
  return new Set(rows.map(row => addressKey(row.account_id, row.address)))
}

async function findPayees(tx: Transaction, requests: Judged[]): Promise<Set<string>> {
  if (requests.length === 0) return new Set()
  const rows = await tx.query<Pick<Judged, 'accountId' | 'pixKeyType' | 'pixKey'>>(sql`
    select account_id as "accountId", pix_key_type as "pixKeyType", pix_key as "pixKey" from payout_payee
    join unnest(${requests.map(request => request.accountId)}::int[], ${requests.map(request => request.pixKeyType)}::text[],
      ${requests.map(request => request.pixKey)}::text[]) as asked(account_id, pix_key_type, pix_key)
      using (account_id, pix_key_type, pix_key)`)
  return new Set(rows.map(payeeKey))
}

async function findListed(tx: Transaction, requests: Judged[]): Promise<Map<string, Date>> {
  if (requests.length === 0) return new Map()
  const keys = requests.map(({ pixKeyType, pixKey }) => normalisePixKey(pixKeyType, pixKey) ?? pixKey)
  const rows = await tx.query<Pick<Judged, 'accountId' | 'pixKeyType' | 'pixKey'> & { usable_at: Date }>(sql`
    select account_id as "accountId", pix_key_type as "pixKeyType", pix_key as "pixKey", usable_at from payout_beneficiary
    join unnest(${requests.map(request => request.accountId)}::int[], ${requests.map(request => request.pixKeyType)}::text[], ${keys}::text[])
      as asked(account_id, pix_key_type, pix_key) using (account_id, pix_key_type, pix_key)
    where removed_at is null`)
  return new Map(rows.map(row => [payeeKey(row), row.usable_at]))
}

const TEN_MINUTES_MS = 10 * MINUTE_MS
const minuteOf = (ms: number) => new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS)

/** The oldest minute counts whole. */
async function findVelocity(tx: Transaction, accountIds: number[], now: Date): Promise<Map<number, Velocity>> {
  if (accountIds.length === 0) return new Map()
  const recently = minuteOf(now.getTime() - TEN_MINUTES_MS)
  const rows = await tx.query<Velocity & { account_id: number }>(sql`
    select account_id, coalesce(sum(centavos) filter (where minute >= ${recently}), 0)::bigint as "last10Minutes",
      sum(centavos)::bigint as "lastHour"
    from payout_minute
    where account_id = any(${accountIds}::int[]) and minute >= ${minuteOf(now.getTime() - HOUR_MS)}
    group by account_id`)
  return new Map(rows.map(({ account_id, ...velocity }) => [account_id, velocity]))
}

/** An account without a baseline has no usual amount. */
async function findUsual(tx: Transaction, accountIds: number[]): Promise<Map<number, bigint>> {
  if (accountIds.length === 0) return new Map()
  const rows = await tx.query<{ account_id: number; centavos: bigint }>(sql`
    select account_id, centavos from payout_usual where account_id = any(${accountIds}::int[])`)
  const known = new Map(rows.map(row => [row.account_id, row.centavos]))
  return new Map(accountIds.map(id => [id, known.get(id) ?? 0n]))
}

/**
 * Adds the amounts that were let through, for each limit that counts them. Rows are in order of account, the gateway's own first:
 * its number is the lowest.
 */
export async function addVelocity(tx: Transaction, through: Judged[], rulesOf: RulesOf, now: Date): Promise<void> {
  const sums = new Map<number, bigint>()
  const add = (id: number, amount: bigint) => sums.set(id, (sums.get(id) ?? 0n) + amount)
  for (const { accountId, amount } of through) {
    const rules = rulesOf(accountId)
    if (limitsVelocity(rules?.velocity ?? null)) add(accountId, amount)
    if (limitsVelocity(rules?.gateway ?? null)) add(SUSPENSE_ACCOUNT_ID, amount)
  }
  if (sums.size === 0) return
  const entries = [...sums].toSorted(([one], [other]) => one - other)
  await tx.query(sql`
    insert into payout_minute (account_id, minute, slot, centavos)
    select account_id, ${minuteOf(now.getTime())}::timestamptz,
      case account_id when ${SUSPENSE_ACCOUNT_ID} then pg_backend_pid() % ${SLOTS} else 0 end, centavos
    from unnest(${entries.map(([id]) => id)}::int[], ${entries.map(([, sum]) => sum)}::bigint[]) as let_through(account_id, centavos)
    order by account_id
    on conflict (account_id, minute, slot) do update set centavos = payout_minute.centavos + excluded.centavos`)
}

/** Spreads the gateway's own counter, so that commits of different connections rarely share a row. */
const SLOTS = 16

/** The addresses of requests, for accounts with a rule about addresses. */
export async function recordAddresses(tx: Transaction, requests: Judged[], rulesOf: RulesOf, now: Date): Promise<void> {
  const addresses = requests.flatMap(({ accountId, by }) => {
    const limit = rulesOf(accountId)?.approval?.newAddressAboveCents ?? null
    return limit === null || !by ? [] : [{ accountId, address: by.address }]
  })
  if (addresses.length === 0) return
  await tx.query(sql`
    insert into payout_address (account_id, address, first_at)
    select distinct account_id, address, ${now}::timestamptz
    from unnest(${addresses.map(one => one.accountId)}::int[], ${addresses.map(one => one.address)}::text[]) as used(account_id, address)
    on conflict do nothing`)
}

/** The recipients that were paid, for accounts with a rule about recipients. */
export async function recordPayees(tx: Transaction, ended: Cashout[], terms: Map<number, Terms>): Promise<void> {
  const wants = (accountId: number) => (terms.get(accountId)?.rules.approval?.newPayeeAboveCents ?? null) !== null
  const paid = ended.filter(({ state, accountId }) => state === 'settled' && wants(accountId))
  if (paid.length === 0) return
  await tx.query(sql`
    insert into payout_payee (account_id, pix_key_type, pix_key)
    select * from unnest(${paid.map(c => c.accountId)}::int[], ${paid.map(c => c.pixKeyType)}::text[],
      ${paid.map(c => c.pixKey)}::text[])
    on conflict do nothing`)
}
