// The operator's route to one sale of any account, with all that is known of its money. Nothing is done here: what a person decides about
// it is done to its payments, its refunds and its disputes.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'
import { invalid, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import { listIncomingPaymentsOfSale } from '../incoming-payment/list-store.ts'
import { findMoments } from '../panel/timeline-store.ts'
import { momentForm } from '../panel/wire.ts'
import { expandingForPeople } from '../payment.ts'
import { listRefundsOfSale } from '../refund/store.ts'
import type { Sale } from '../sale.ts'
import { findSaleOfAnybody } from '../store.ts'
import { findAtPsp, findDisputes, findUncertainRefunds } from './store.ts'
import { OperatorsSaleSchema, operatorsSaleForm } from './wire.ts'

/** A sale has few; what there is beyond that is in the lists of payments and of what is on its way. */
const MAX_ROWS = 100

export function operatorSaleRoute(server: Server, { db }: { db: Database }): void {
  server.get(
    '/api/admin/sales/:uuid',
    {
      config: { guard: 'operator', dialect: 'panel', fails: ['INVALID_DATA', 'NOT_FOUND'] },
      schema: {
        summary:
          'One sale of any account: its amounts, its payments, refunds and disputes, its timeline, and its ids at the PSP',
        tags: ['Operator'],
        params: Type.Object({ uuid: Type.String() }),
        response: { 200: OperatorsSaleSchema },
      },
    },
    async request => wholeSale(db, await saleIn(db, request.params.uuid)),
  )
}

async function saleIn(db: Database, text: string): Promise<Sale> {
  const uuid = parseUuid(text)
  if (uuid === null) throw invalid('uuid', 'a uuid')
  const sale = await findSaleOfAnybody(db, uuid)
  if (sale === null) throw notFound('Sale')
  return sale
}

async function wholeSale(db: Database, sale: Sale) {
  const [formOf, at, payments, refunds, uncertain, disputes, moments] = await Promise.all([
    expandingForPeople(db, [sale]),
    findAtPsp(db, sale),
    listIncomingPaymentsOfSale(db, sale, MAX_ROWS),
    listRefundsOfSale(db, sale, { below: null, rows: MAX_ROWS }),
    findUncertainRefunds(db, sale),
    findDisputes(db, sale, MAX_ROWS),
    findMoments(db, sale),
  ])
  return operatorsSaleForm({
    sale,
    form: formOf(sale),
    at,
    payments,
    refunds,
    uncertain,
    disputes,
    timeline: moments.map(momentForm),
  })
}
