// A process dies, or is failed, at every single step of a dispute's opening, its end, its defence and a reminder. A fresh one takes it up:
// what is held is held once, what is lost is lost once, and the bank has one defence.

import assert from 'node:assert/strict'
import test from 'node:test'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { applyReported } from '#dispute/apply-reported.ts'
import { sendDefence } from '#dispute/defence/send.ts'
import { submitDefence } from '#dispute/defence/submit.ts'
import { remind } from '#dispute/remind.ts'
import { centavos } from '#kernel/money.ts'
import type { ReportedDispute } from '#psp/port.ts'
import { SALES_UNDER_DISPUTE } from '#sale/dispute/disputed-sale.ts'
import { type CrashCase, type Deps, dieAtEveryStep, openScene, type Run, recover, type Scene } from '../crash/scene.ts'
import { call } from '../http.ts'
import { disputeDepsOf } from './deps.ts'
import { decidedAtBank, sellerIn, sold } from './disputing.ts'

interface Subject {
  accountId: number
  reported: ReportedDispute
  /** Of ours, once it is opened. */
  id: bigint
}

const depsOf = (deps: Deps) => disputeDepsOf({ ...deps, sales: SALES_UNDER_DISPUTE })

const report = (deps: Deps, { reported }: Subject, state: ReportedDispute['state'] = 'open') =>
  applyReported(depsOf(deps), 1, [{ ...reported, state }])

/** Sales of one seller, paid and disputed at the bank; then `more` with each, still in peace. */
const disputed =
  (
    deadlineSeconds: number,
    more: (scene: Scene, subject: Subject) => Promise<unknown>,
  ): CrashCase<Subject>['prepare'] =>
  async (scene, gateway, count) => {
    const seller = await sellerIn(gateway)
    const one = async () => {
      const { endToEndId } = await sold(gateway, seller, 100_00)
      const { body } = await call(scene.bank.url, 'POST', '/sandbox/med', { body: { endToEndId, deadlineSeconds } })
      const { abertura, prazoFinalizacao } = body.dadosAnalise
      const reported: ReportedDispute = {
        disputeId: body.idInfracao,
        endToEndId,
        protocol: null,
        amount: centavos(100_00),
        state: 'open',
        reason: null,
        openedAt: new Date(abertura),
        deadlineAt: new Date(prazoFinalizacao),
      }
      const subject = { accountId: seller.accountId, reported, id: 0n }
      await more(scene, subject)
      return subject
    }
    const few = pLimit(8)
    return Promise.all(Array.from({ length: count }, () => few(one)))
  }

async function opened(scene: Scene, subject: Subject): Promise<void> {
  await report(scene.deps(), subject)
  subject.id = await idOf(scene, subject)
}

async function idOf({ db }: Scene, { reported }: Subject): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`select id from dispute where psp_dispute_id = ${reported.disputeId}`)
  return row?.id ?? 0n
}

/** What fails in a transaction is undone like what dies in it; the steps are many. */
const ONLY_DEATH = ['dies'] as const
/** Right before a statement is right after the one before it. */
const ONCE_EACH = (step: string) => !step.startsWith('before "')
const WEEK_S = 7 * 24 * 3_600
const JUSTIFICATION = { justification: 'The goods were delivered.', evidence: [] }

async function submitted({ deps }: Scene, { accountId, id }: Subject): Promise<void> {
  const request = { dispute: { accountId, id }, ...JUSTIFICATION, key: null }
  await submitDefence(deps(), { ...request, actor: { kind: 'member', id: 'ana', address: '127.0.0.1' } })
}

async function moves(scene: Scene, subject: Subject): Promise<string> {
  const id = await idOf(scene, subject)
  const [row] = await scene.db.query<{ all: string }>(sql`
    select string_agg(kind || ' ' || amount_centavos, ', ' order by seq) as all from transfer
    where account_id = ${subject.accountId} and subject = 'dispute' and subject_id = ${id}`)
  return row?.all ?? ''
}

async function eventsOf(scene: Scene, subject: Subject): Promise<string> {
  const id = await idOf(scene, subject)
  const [row] = await scene.db.query<{ all: string }>(sql`
    select string_agg(type, ', ' order by id) as all from event
    where account_id = ${subject.accountId} and subject = 'dispute' and subject_id = ${id}`)
  return row?.all ?? ''
}

test('a process that dies over a dispute', async t => {
  await using scene = await openScene()
  const openings = await dieAtEveryStep<Subject>(
    scene,
    {
      prepare: disputed(WEEK_S, async () => {}),
      act: (deps, subject) => report(deps, subject),
    },
    ONLY_DEATH,
    ONCE_EACH,
  )
  const endings = await dieAtEveryStep<Subject>(
    scene,
    {
      prepare: disputed(WEEK_S, async (_scene, subject) => {
        await opened(scene, subject)
        await decidedAtBank({ bankUrl: scene.bank.url }, subject.reported.disputeId, 'accept', '40.00')
      }),
      act: (deps, subject) => report(deps, subject, 'accepted'),
    },
    ONLY_DEATH,
    ONCE_EACH,
  )
  const defences = await dieAtEveryStep<Subject>(
    scene,
    {
      prepare: disputed(WEEK_S, opened),
      approach: submitted,
      act: (deps, { accountId, id, reported }) => {
        const of = { pspAccountId: 1, pspDisputeId: reported.disputeId, openedAt: reported.openedAt, lookups: 0 }
        return sendDefence(depsOf(deps), { accountId, id, ...of, ...JUSTIFICATION })
      },
    },
    ONLY_DEATH,
  )
  const reminders = await dieAtEveryStep<Subject>(
    scene,
    {
      prepare: disputed(5 * 3_600, opened),
      act: (deps, subject) => remind(depsOf(deps), subject),
    },
    ONLY_DEATH,
  )

  await recover(scene, async () => {
    const each = async (runs: Run<Subject>[], look: (subject: Subject, failure: string) => Promise<void>) => {
      await Promise.all(runs.map(({ subject, failure }) => look(subject, failure)))
    }
    await t.test(`${openings.length} times while it is opened: it is held once`, () =>
      each(openings, async (subject, failure) => {
        assert.equal(await moves(scene, subject), 'DISPUTE_HELD 10000', failure)
        assert.equal(await eventsOf(scene, subject), 'dispute.opened', failure)
      }),
    )
    await t.test(`${endings.length} times while it is lost: it is lost once`, () =>
      each(endings, async (subject, failure) => {
        const all = 'DISPUTE_HELD 10000, DISPUTE_TAKEN 4000, DISPUTE_RELEASED 6000'
        assert.equal(await moves(scene, subject), all, failure)
        assert.equal(await eventsOf(scene, subject), 'dispute.opened, dispute.closed', failure)
      }),
    )
    await t.test(`${defences.length} times while its defence is sent: the bank has it, and it is SENT`, () =>
      each(defences, async (subject, failure) => {
        const [row] = await scene.db.query<{ status: string; disputed: string }>(sql`
          select dispute_defence.status, dispute.status as disputed
          from dispute_defence join dispute on dispute.account_id = dispute_defence.account_id and dispute.id = dispute_id
          where dispute_id = ${subject.id}`)
        assert.deepEqual({ ...row }, { status: 'SENT', disputed: 'DEFENDED' }, failure)
      }),
    )
    await t.test(`${reminders.length} times while a member is reminded: once`, () =>
      each(reminders, async (subject, failure) => {
        await remind(depsOf(scene.deps()), subject)
        assert.equal(await eventsOf(scene, subject), 'dispute.opened, dispute.deadline', failure)
      }),
    )
  })
})
