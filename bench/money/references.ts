// Other ways to the same effect, in a process of their own: one call for each cashout, and ten round trips for each under one lock for the
// whole ledger, as a well-known open ledger has it. They write the same rows into the same tables as ours, with key, hash and event.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Connection, openDatabase, type Transaction } from '#db/postgres.ts'
import { play } from '../notifications/process.ts'
import { type CallGiven, callFor } from './callers.ts'
import { AMOUNT, PIX_KEY, REQUEST_HASH, ROUTE } from './request.ts'

/** As many as are callers: none waits for another's connection. */
const CONNECTIONS = 64

play(async ({ bystander }: { bystander: Connection }) => {
  const db = openDatabase(bystander, CONNECTIONS)

  async function oneCall(accountId: number): Promise<void> {
    const uuid = randomUUID()
    const { event, answer } = bodiesOf(accountId, uuid)
    const [row] = await db.query<{ id: bigint | null }>(sql`
      select bench.cashout(${accountId}, ${AMOUNT}, ${PIX_KEY}, ${uuid}::uuid, ${ROUTE}, ${randomUUID()}, ${REQUEST_HASH},
        ${randomUUID()}::uuid, ${event}, ${answer}) as id`)
    if (row?.id == null) throw new Error('the one call was refused')
  }

  return {
    tasks: {
      oneCall: (given: CallGiven) => callFor(given, oneCall),
      tenTrips: (given: CallGiven) => callFor(given, id => db.transaction(tx => inTenTrips(tx, id))),
    },
    close: () => db.close(),
  }
})

/** The event and the answer, as long as ours. */
function bodiesOf(accountId: number, uuid: string) {
  const at = new Date().toISOString()
  const common = { id: accountId, uuid, amount: '100.00', pixKey: PIX_KEY, pixKeyType: 'EMAIL', status: 'PENDING' }
  const fees = { fixed: '1.00', variable: '0.00', total: '1.00' }
  const user = { id: accountId, name: `Loja ${accountId}`, email: `loja${accountId}@example.com` }
  const reported = {
    ...common,
    userId: accountId,
    externalId: null,
    createdAt: at,
    updatedAt: at,
    processedAt: null,
    user,
  }
  return {
    event: Buffer.from(JSON.stringify({ ...reported, type: 'WITHDRAWAL' })),
    answer: Buffer.from(JSON.stringify({ ...common, netAmount: '99.00', createdAt: at, fees })),
  }
}

interface Seen {
  seq: bigint
  available: bigint
  blocked: bigint
  head: Buffer
}

/** BEGIN, eight statements, COMMIT. */
async function inTenTrips(tx: Transaction, accountId: number): Promise<void> {
  const [key, uuid, now] = [randomUUID(), randomUUID(), new Date()]
  const { event, answer } = bodiesOf(accountId, uuid)
  await tx.query(sql`select pg_advisory_xact_lock(4711)`)
  await tx.query(
    sql`select status from idempotency where account_id = ${accountId} and route = ${ROUTE} and key = ${key}`,
  )
  const [terms] = await tx.query<{ fixed: bigint }>(sql`
    select (fees->'cashout'->>'fixedCentavos')::bigint as fixed from account, house
    where account.id = ${accountId} and account.api_cashout_enabled and house.api_cashout_enabled and transfer_allowed`)
  const [seen] = await tx.query<Seen>(sql`
    select seq, available_centavos as available, blocked_centavos as blocked, head from wallet
    where account_id = ${accountId} for update`)
  if (terms === undefined || seen === undefined || seen.available < AMOUNT)
    throw new Error('ten round trips were refused')
  const [available, blocked, seq] = [seen.available - AMOUNT, seen.blocked + AMOUNT, seen.seq + 1n]
  const [made] = await tx.query<{ id: bigint }>(sql`
    with made as materialized (select nextval('withdrawal_id_seq') as id)
    insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
      blocked_after_centavos, forced, resolves_hold, subject, subject_id, created_at, hash)
    select ${accountId}, ${seq}, 'CASHOUT_HELD', 'available', 'blocked', ${AMOUNT}, ${available}, ${blocked}, false, false,
      'withdrawal', made.id, ${now}, transfer_hash(${seen.head}, ${accountId}, ${seq}, 'CASHOUT_HELD', 'available', 'blocked',
        ${AMOUNT}, ${available}, ${blocked}, false, null, false, null, 'withdrawal', made.id, ${now}, 'WITHDRAWAL', null)
    from made returning subject_id as id`)
  const id = made?.id
  await tx.query(sql`
    with moved as (
      update wallet set seq = ${seq}, available_centavos = ${available}, blocked_centavos = ${blocked}, updated_at = ${now},
        head = (select hash from transfer where account_id = ${accountId} and seq = ${seq})
      where account_id = ${accountId}
    )
    insert into hold (account_id, seq, reason, amount_centavos, open_centavos, subject, subject_id, created_at)
    values (${accountId}, ${seq}, 'WITHDRAWAL', ${AMOUNT}, ${AMOUNT}, 'withdrawal', ${id}, ${now})`)
  await tx.query(sql`
    insert into withdrawal (account_id, id, uuid, state, version, amount_centavos, fee_fixed_centavos, fee_variable_centavos,
      net_centavos, pix_key, pix_key_type, hold_seq, created_at, updated_at)
    overriding system value
    values (${accountId}, ${id}, ${uuid}::uuid, 'requested', 1, ${AMOUNT}, ${terms.fixed}, 0, ${AMOUNT - terms.fixed},
      ${PIX_KEY}, 'EMAIL', ${seq}, ${now}, ${now})`)
  await tx.query(sql`
    with told as (
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      values (${accountId}, ${randomUUID()}::uuid, 'withdrawal.pending', 'WITHDRAWAL', 'withdrawal', ${id}, 1, ${event}, ${now})
    )
    insert into idempotency (account_id, route, key, ask_hash, status, answer, created_at, expires_at)
    values (${accountId}, ${ROUTE}, ${key}, ${REQUEST_HASH}, 201, ${answer}, ${now}, ${now}::timestamptz + interval '48 hours')`)
}
