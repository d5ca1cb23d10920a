// Before some cashouts go their account's own address is asked: a signed POST that must be answered with 200 and
// {"decision": "APPROVED"} within five seconds. REFUSED ends the cashout. Whatever else comes, or nothing in time, is no answer:
// then a person has to approve. The address may be asked twice where a process dies in between.

import type { FastifyBaseLogger } from 'fastify'
import { lockApprovers, lockOperators } from '#access/approver-store.ts'
import { record, THE_HOUSE } from '#audit/audit.ts'
import { type DueLanes, startDueLanes } from '#db/due-lanes.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Egress } from '#http/egress.ts'
import { Failure } from '#kernel/failure.ts'
import { toReais } from '#kernel/money.ts'
import { signWebhook } from '#kernel/signature.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { bodyBytes } from '#notification/fact.ts'
import type { Courier } from '#notification/headers.ts'
import type { Born } from '#notification/outbox.ts'
import { type Readiness, readinessOf } from './attempt.ts'
import { type Cashout, type CashoutKey, keyText } from './cashout.ts'
import { isAgreed, type LastWordNeeds, letGo } from './let-go.ts'
import { isStopped } from './stopped.ts'
import { findCashouts, lockCashouts } from './store.ts'
import { detailOf, endUnsent, type Proof, proveUnsent, stillUnsent } from './unsent.ts'
import {
  type CheckState,
  claimChecks,
  type DueCheck,
  findOperatorVoters,
  findWaits,
  type KeptWait,
  noteCheck,
} from './wait-store.ts'

export type CheckNeeds = LastWordNeeds & {
  egress: Pick<Egress, 'post'>
  courier: Pick<Courier, 'names' | 'userAgent' | 'keyOf'>
  /** It may be sent now. */
  released: (cashout: Cashout) => void
}

const LANES = { everyMs: SECOND_MS, batch: 50, most: 4, mostHeld: 100 }
/** Longer than an answer may take, and what is done with it. */
const LEASE_MS = 30 * SECOND_MS

/** An account whose address is slow keeps no other waiting. */
export function startChecks(needs: CheckNeeds & { log: FastifyBaseLogger }): Pick<DueLanes<DueCheck>, 'wake' | 'stop'> {
  const { db, clock, log } = needs
  return startDueLanes<DueCheck>({
    name: 'payout checks',
    ...LANES,
    log,
    claim(limit, except) {
      const now = clock()
      return claimChecks(db, { now, until: new Date(now.getTime() + LEASE_MS), limit, except })
    },
    keyOf: keyText,
    laneOf: ({ accountId }) => accountId,
    work: due => check(needs, due),
    failed: (error, { accountId, id }) => log.error({ err: error, accountId, id }, 'a payout could not be checked'),
  })
}

interface Word {
  state: Exclude<CheckState, 'OWED'>
  /** For the log of what was done, and for the account where it refuses. */
  said: string
}

/** Asks about one, and does what the answer says. */
export async function check(needs: CheckNeeds, due: DueCheck): Promise<void> {
  const [cashout] = await findCashouts(needs.db, [due])
  if (cashout?.waiting !== true) return
  const word = await ask(needs, due, cashout)
  const proof = word.state === 'REFUSED' ? await proveUnsent(needs, cashout) : { enteredAt: null }
  // Asked again when its lease is over.
  if (proof instanceof Failure) return
  const readiness = word.state === 'REFUSED' ? null : await readinessOf(needs, cashout)
  const outcome = await needs.db.transaction(tx => follow(tx, needs, due, { ...word, proof, readiness }))
  needs.outbox.send(outcome.born)
  if (outcome.released !== null) needs.released(outcome.released)
}

async function ask(needs: CheckNeeds, { url, secretSealed }: DueCheck, cashout: Cashout): Promise<Word> {
  if (url === null || secretSealed === null) return { state: 'SILENT', said: 'the account wants to be asked no more' }
  const { names, userAgent, keyOf } = needs.courier
  const body = bodyBytes(questionOf(cashout))
  const timestamp = Math.floor(needs.clock().getTime() / SECOND_MS)
  const posted = await needs.egress.post(
    url,
    {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      [names.eventId]: cashout.uuid,
      [names.type]: 'withdrawal.approval',
      [names.timestamp]: String(timestamp),
      [names.signature]: signWebhook(keyOf(secretSealed), timestamp, body),
    },
    body,
  )
  if (posted.status !== OK) return { state: 'SILENT', said: posted.error ?? `it answered ${posted.status}` }
  return wordIn(posted.head ?? '')
}

const OK = 200

const questionOf = (cashout: Cashout) => ({
  id: Number(cashout.id),
  uuid: cashout.uuid,
  userId: cashout.accountId,
  amount: toReais(cashout.amount),
  netAmount: toReais(cashout.net),
  pixKey: cashout.pixKey,
  pixKeyType: cashout.pixKeyType,
  externalReference: cashout.externalReference,
  description: cashout.description,
  createdAt: cashout.createdAt.toISOString(),
  type: 'WITHDRAWAL_APPROVAL',
})

const MOST_REASON = 200
const CONTROL = /\p{Cc}/gu

function wordIn(head: string): Word {
  const answer = parsed(head)
  if (answer?.decision === 'APPROVED') return { state: 'APPROVED', said: 'APPROVED' }
  if (answer?.decision !== 'REFUSED') return { state: 'SILENT', said: 'it answered neither APPROVED nor REFUSED' }
  const reason = typeof answer.reason === 'string' ? answer.reason.replaceAll(CONTROL, ' ').toWellFormed().trim() : ''
  return {
    state: 'REFUSED',
    said: reason === '' ? 'Refused by the check of the account' : reason.slice(0, MOST_REASON).toWellFormed(),
  }
}

function parsed(text: string): { decision?: unknown; reason?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

interface Followed {
  born: Born
  released: Cashout | null
}

const NOTHING: Followed = { born: [], released: null }

/** The word with what was found out before the locks. */
interface Known extends Word {
  proof: Proof
  readiness: Readiness | null
}

async function follow(tx: Transaction, needs: CheckNeeds, key: CashoutKey, word: Known): Promise<Followed> {
  const now = needs.clock()
  const books = await openBooks(tx, [key.accountId], now)
  const [cashout] = await lockCashouts(tx, [key])
  // Who has approved stays what they are until it is decided.
  await lockApprovers(tx, key.accountId)
  await lockOperators(tx, await findOperatorVoters(tx, key))
  const wait = (await findWaits(tx, [key])).get(keyText(key))
  if (cashout?.waiting !== true || wait?.checkState !== 'OWED') return NOTHING
  const isOff =
    word.state === 'REFUSED' ? (await stillUnsent(tx, word.proof)) !== null : await isStopped(tx, key.accountId)
  if (isOff) return NOTHING
  await noteCheck(tx, key, word.state)
  if (word.state === 'REFUSED') {
    const failure = { code: 'CHECK_REFUSED', message: word.said }
    const entry = { actor: THE_HOUSE, action: 'cashout.check-refused', detail: { said: word.said } }
    const ended = await endUnsent(tx, needs.outbox, books, cashout, { outcome: 'REJECTED', failure, entry }, now)
    return { born: ended.born, released: null }
  }
  const action = word.state === 'APPROVED' ? 'cashout.check-approved' : 'cashout.check-unanswered'
  const detail = { ...detailOf(cashout), said: word.said }
  const { accountId, uuid: subjectId } = cashout
  await record(tx, [{ accountId, actor: THE_HOUSE, action, subject: 'cashout', subjectId, detail }], now)
  const after = answered(wait, word)
  if (!isAgreed(after)) return NOTHING
  const gone = await letGo(tx, needs.outbox, word.readiness, { cashout, wait: after }, now)
  return { born: gone.born, released: gone.cashout }
}

/** Where nothing was said, a person has to. */
const answered = (wait: KeptWait, { state }: Word): KeptWait => ({
  ...wait,
  checkState: state,
  approvalsNeeded: state === 'SILENT' ? Math.max(wait.approvalsNeeded, 1) : wait.approvalsNeeded,
})
