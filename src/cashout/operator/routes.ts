// The operator's routes of one cashout of any account: everything that is known about it, and a retry before it is due.
import { Type } from 'typebox'
import { operatorIn, type Person } from '#audit/audit.ts'
import { nameOfAccount } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import type { RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, invalid, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { heldBackForms } from '../approval/operator-form.ts'
import type { Cashout } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import type { Cashouts } from '../feature.ts'
import { findCashoutByUuid } from '../list/store.ts'
import { listAnomaliesOf, listAttempts } from './store.ts'
import { OperatorCashoutSchema } from './wire.ts'

const tags = ['Operator']
const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
const params = Type.Object({ uuid: Type.String() })
const response = OperatorCashoutSchema

export function operatorCashoutRoutes(
  server: Server,
  { db, clock, cashouts }: Pick<CashoutDeps, 'db' | 'clock'> & { cashouts: Cashouts },
): void {
  server.get<{ Params: { uuid: string } }>(
    '/api/admin/cashouts/:uuid',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'One cashout of any account: what it waits for, every attempt to pay it, every anomaly about it',
        tags,
        params,
        response: { 200: response },
      },
    },
    async request => formOf(db, await cashoutIn(db, request.params.uuid), operatorIn(request), clock()),
  )
  server.post<{ Params: { uuid: string } }>(
    '/api/admin/cashouts/:uuid/retry',
    {
      config: rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Try a cashout now that is on its way: one that has not left is sent, any other is asked about',
        tags,
        params,
        response: { 202: response },
      },
    },
    async (request, reply) => {
      const cashout = await cashoutIn(db, request.params.uuid)
      const refusal = await cashouts.retry(cashout, operatorIn(request))
      if (refusal !== null) throw refusal
      return reply.code(202).send(await formOf(db, await cashoutIn(db, cashout.uuid), operatorIn(request), clock()))
    },
  )
}

async function cashoutIn(db: Database, text: string): Promise<Cashout> {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('uuid', 'a uuid')
  const cashout = await findCashoutByUuid(db, uuid)
  if (cashout === null) throw notFound('Cashout')
  return cashout
}

async function formOf(db: Database, cashout: Cashout, by: Person, now: Date) {
  const [[heldBack], attempts, anomalies, accountName] = await Promise.all([
    heldBackForms(db, [cashout], by.id, now),
    listAttempts(db, cashout),
    listAnomaliesOf(db, cashout),
    nameOfAccount(db, cashout.accountId),
  ])
  return {
    ...(heldBack as NonNullable<typeof heldBack>),
    accountName,
    restored: cashout.restored,
    attempts: attempts.map(({ detail, createdAt, updatedAt, ...attempt }) => ({
      ...attempt,
      said: detail,
      createdAt: createdAt.toISOString(),
      askedAt: updatedAt.toISOString(),
    })),
    anomalies: anomalies.map(({ createdAt, decidedAt, ...anomaly }) => ({
      ...anomaly,
      createdAt: createdAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  }
}
