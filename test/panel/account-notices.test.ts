// What keeps an account from charging and from paying out: shown where it is so, and nowhere else.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Judged,
  type Standing,
  type Stop,
  standingsOf,
  stopOfCashouts,
  stopOfCharges,
} from '../../panel/src/account/standing/standing.ts'

const WORKS: Judged = {
  status: 'ACTIVE',
  apiCashoutEnabled: true,
  houseApiCashoutEnabled: true,
  transferAllowed: true,
  payInPspAccountId: 1,
  payOutPspAccountId: 1,
  payInEnabled: true,
  payOutEnabled: true,
  recovering: false,
  liveAccountId: null,
  soldMethods: ['PIX'],
}

const cases: [name: string, change: Partial<Judged>, cashouts: Stop | null, charges: Stop | null, all: Standing[]][] = [
  ['that works', {}, null, null, []],
  ...(['PENDING', 'BLOCKED', 'CLOSING', 'CLOSED'] as const).map(
    status => [status, { status }, status, status, [status]] as (typeof cases)[number],
  ),
  [
    'blocked, with everything off',
    { status: 'BLOCKED', transferAllowed: false, payInPspAccountId: null },
    'BLOCKED',
    'BLOCKED',
    ['BLOCKED'],
  ],
  [
    'while all cashouts are suspended',
    { houseApiCashoutEnabled: false },
    'ALL_CASHOUTS_SUSPENDED',
    null,
    ['ALL_CASHOUTS_SUSPENDED'],
  ],
  [
    'with its cashouts off',
    { apiCashoutEnabled: false, houseApiCashoutEnabled: false },
    'ALL_CASHOUTS_SUSPENDED',
    null,
    ['ALL_CASHOUTS_SUSPENDED', 'CASHOUTS_SUSPENDED'],
  ],
  ['that may not transfer', { transferAllowed: false }, 'TRANSFERS_STOPPED', null, ['TRANSFERS_STOPPED']],
  [
    'without any provider',
    { payInPspAccountId: null, payOutPspAccountId: null, payInEnabled: false, payOutEnabled: false },
    'NO_PAY_OUT',
    'NO_PAY_IN',
    ['NO_PAY_OUT', 'NO_PAY_IN'],
  ],
  ['without a provider to receive', { payInPspAccountId: null }, null, 'NO_PAY_IN', ['NO_PAY_IN']],
  ['whose provider for Pix is off', { payInEnabled: false }, null, 'PAY_IN_OFF', ['PAY_IN_OFF']],
  [
    'whose provider for Pix is off, and that sells by boleto',
    { payInEnabled: false, soldMethods: ['PIX', 'BOLETO'] },
    null,
    null,
    ['PAY_IN_OFF'],
  ],
  ['whose provider for payouts is off', { payOutEnabled: false }, null, null, ['PAY_OUT_OFF']],
  ['in recovery', { recovering: true, payOutEnabled: false }, null, null, ['RECOVERY']],
  [
    'of test mode, which is off',
    { liveAccountId: 7, payInEnabled: false, payOutEnabled: false },
    'TEST_MODE_OFF',
    'TEST_MODE_OFF',
    ['TEST_MODE_OFF'],
  ],
]

describe('an account', () => {
  for (const [name, change, cashouts, charges, all] of cases)
    it(name, () => {
      const account = { ...WORKS, ...change }
      assert.equal(stopOfCashouts(account), cashouts)
      assert.equal(stopOfCharges(account), charges)
      assert.deepEqual(standingsOf(account, 0), all)
      assert.deepEqual(standingsOf(account, -1), [...all, 'DEBT'])
    })
})
