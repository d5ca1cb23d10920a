// The operator's look at all receivers of notifications of all accounts, the worst first. Nothing can be done here: what is sent
// again is sent by the people of the account.
import { Type } from 'typebox'
import { accountsMeant } from '#db/account/accounts-named.ts'
import type { Database } from '#db/postgres.ts'
import { LimitQuery, PageOf } from '#http/request/paging.ts'
import { AccountWords } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import type { Clock } from '#kernel/time.ts'
import { countOwed, countReceivers, listReceivers, RECEIVER_STATES, readOwed } from './list-store.ts'
import {
  decodeReceiverCursor,
  encodeReceiverCursor,
  ReceiverCursorQuery,
  ReceiverSchema,
  ReceiverTotalsSchema,
  receiverForm,
  totalsForm,
} from './wire.ts'

const tags = ['Operator']

const ListQuery = Type.Object({
  state: Type.Optional(Type.Enum([...RECEIVER_STATES])),
  accountId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  account: Type.Optional(AccountWords),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(ReceiverCursorQuery),
})

export function receiverRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.get(
    '/api/admin/webhooks/health',
    {
      config: { guard: 'operator', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'How it goes with every webhook and every place of postbacks of all accounts, the worst first',
        description: 'Failing ones first, the longest failing before the others. A few seconds behind the attempts.',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(ReceiverSchema),
        },
      },
    },
    async request => {
      const { state = null, accountId = null, account, limit = 20, cursor } = request.query
      const accountIds = await accountsMeant(db, account)
      const now = clock()
      const asked = { state, accountId, accountIds, after: decodeReceiverCursor(cursor), limit: limit + 1, now }
      const found = await listReceivers(db, asked)
      const shown = found.slice(0, limit)
      const owed = await readOwed(db, shown, now)
      const last = shown.at(-1)
      return {
        data: shown.map(one => receiverForm(one, owed.get(`${one.accountId}/${one.lane}`))),
        nextCursor: found.length > limit && last !== undefined ? encodeReceiverCursor(last) : null,
      }
    },
  )
  server.get(
    '/api/admin/webhooks/totals',
    {
      config: { guard: 'operator', dialect: 'panel', fails: [] },
      schema: {
        summary: 'How many receivers there are by state, and what is owed in the whole gateway',
        tags,
        response: { 200: ReceiverTotalsSchema },
      },
    },
    async () => {
      const now = clock()
      const [counted, owed] = await Promise.all([countReceivers(db, now), countOwed(db)])
      return totalsForm(counted, owed)
    },
  )
}
