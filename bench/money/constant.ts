// The yardstick of the figures over HTTP: the same server with the same two routes, which read the same requests and send the same bytes,
// while everything behind them answers a constant at once: the key is accepted unchecked, and the balance and the cashout are constants of
// this file. What is left is HTTP.
import { pino } from 'pino'
import { balanceRoutes } from '#balance/routes.ts'
import type { Cashout } from '#cashout/cashout.ts'
import { cashoutRoutes } from '#cashout/routes.ts'
import { API_ANSWERS } from '#cashout/wire.ts'
import { buildServer } from '#http/server.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { play } from '../notifications/process.ts'
import { AMOUNT, PIX_KEY } from './request.ts'

const ACCOUNT = 1_001
const AT = new Date('2026-01-31T12:00:00.000Z')

const CASHOUT: Cashout = {
  accountId: ACCOUNT,
  id: 123_456n,
  uuid: '0b6f4f1e-53f5-4a58-9d5c-0a5a5f4e7c11',
  state: 'requested',
  version: 1,
  amount: AMOUNT,
  feeFixed: 100n as Centavos,
  feeVariable: ZERO,
  net: 99_00n as Centavos,
  pixKey: PIX_KEY,
  pixKeyType: 'EMAIL',
  holderDocument: null,
  description: null,
  externalReference: null,
  postbackUrl: null,
  holdSeq: 123_456n,
  payoutId: null,
  endToEndId: null,
  failure: null,
  restored: false,
  waiting: false,
  returned: ZERO,
  returnedAt: null,
  createdAt: AT,
  updatedAt: AT,
  processedAt: null,
}

play(async () => {
  const caller = async () => ({ kind: 'api-key' as const, accountId: ACCOUNT, keyId: 'constant' })
  const nobody = () => Promise.reject(new Error('there is no sign-in here'))
  const { server, close } = await buildServer({
    log: pino({ level: 'warn' }),
    trustProxy: [],
    guards: { 'api-key': caller, session: nobody, operator: nobody, person: nobody },
  })
  const balance = { available: 123_456_78n as Centavos, blocked: 100_00n as Centavos }
  const requested = { cashout: CASHOUT, answer: API_ANSWERS.created(CASHOUT, null), pendingDeliveries: [] }
  balanceRoutes(server, { balances: { find: async () => balance } })
  cashoutRoutes(server, {
    cashouts: { find: async () => CASHOUT, request: async () => requested, begin() {}, cancel: nobody },
    checkAddress() {},
    db: { query: nobody, transaction: nobody, close: async () => {} },
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { tasks: { url: () => url }, close }
})
