// Boletos at the acquirer of a sandbox bank, made through an adapter; the buyer pays and time passes by the bank's own ways.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { openEfi } from '#psp/adapters/efi.ts'
import type { BoletoRequest, Boletos, Collect, CollectCharge, OpenRequest } from '#psp/collect/port.ts'
import type { Psp } from '#psp/port.ts'
import { type NoticeServer, openNoticeServer } from '../../sandbox/acquirer/scene.ts'
import { type BankClient, KEY, openTestBank } from '../../sandbox/test-bank.ts'
import { until } from '../../until.ts'
import { value } from '../adapters.ts'
import { openHttp } from '../fake-psp.ts'

/** So few, that lists have pages. */
const ITEMS_PER_PAGE = 2

const ADAPTERS = {
  efi: { open: openEfi, path: '/v1', tokenPath: '/authorize', tokenRequest: 'json' },
} as const
export type CollectAdapterName = keyof typeof ADAPTERS
export const COLLECT_ADAPTERS = Object.keys(ADAPTERS) as CollectAdapterName[]

/** A Monday, at noon in São Paulo. */
const MONDAY = Date.parse('2026-11-23T15:00:00Z')
export const TODAY = '2026-11-23' as LocalDate

export interface CollectScene {
  psp: Psp
  collect: Collect
  boletos: Boletos
  bank: BankClient
  notices: NoticeServer
  open(more?: Partial<OpenRequest>): Promise<string>
  issued(more?: Partial<BoletoRequest>): Promise<CollectCharge>
  pay(request: object): Promise<void>
  moveTo(now: string): Promise<void>
  found(chargeId: string): Promise<CollectCharge>
  /** The charge, once it is in this state. */
  reaches(chargeId: string, state: CollectCharge['state']): Promise<CollectCharge>
}

export const lineOf = ({ boleto }: CollectCharge): string => boleto?.line ?? ''

export const boletoRequest = (more: Partial<BoletoRequest> = {}): BoletoRequest => ({
  amount: centavos(123_45),
  buyer: {
    name: 'Ana Souza',
    document: '52998224725',
    email: 'ana@example.com',
    phone: '+55 11 98765-4321',
    address: {
      street: 'Rua das Flores',
      number: '220',
      district: 'Centro',
      city: 'São Paulo',
      state: 'SP',
      zipCode: '01001000',
    },
  },
  dueOn: '2026-11-30' as LocalDate,
  payableDaysAfterDue: 10,
  fineBasisPoints: 200,
  interestMonthlyBasisPoints: 100,
  ...more,
})

let opened = 0

export async function openCollectScene(
  t: TestContext,
  name: CollectAdapterName,
  timeoutMs = 30_000,
): Promise<CollectScene> {
  const { open, path, ...token } = ADAPTERS[name]
  const startedAt = Date.now()
  const bank = await openTestBank(t, { clock: () => new Date(MONDAY + Date.now() - startedAt) })
  const http = openHttp(t, bank.url, { tokenRequest: token.tokenRequest, timeoutMs })
  const collectHttp = openHttp(t, bank.url + path, { ...token, timeoutMs })
  const psp = open({
    http,
    pixKey: KEY,
    collect: { http: collectHttp, bolepix: true, isSandbox: true, itemsPerPage: ITEMS_PER_PAGE },
  })
  const notices = await openNoticeServer(t)
  const { collect } = psp
  assert.ok(collect?.boletos)
  const { boletos } = collect
  const found = async (chargeId: string) => {
    const charge = value(await collect.find(chargeId))
    assert.ok(charge)
    return charge
  }
  const scene: CollectScene = {
    psp,
    collect,
    boletos,
    bank,
    notices,
    async open(more) {
      opened += 1
      const request = {
        ref: `sale${opened}`,
        amount: centavos(123_45),
        title: 'Livro',
        noticeUrl: notices.url,
        ...more,
      }
      return value(await collect.open(request)).chargeId
    },
    async issued(more) {
      const request = boletoRequest(more)
      return value(await boletos.issue(await scene.open({ amount: request.amount }), request))
    },
    async pay(request) {
      const answer = await bank.call('POST', '/sandbox/boleto/pay', request)
      assert.equal(answer.status, 201, answer.text)
    },
    async moveTo(now) {
      await bank.call('POST', '/sandbox/clock', { now })
    },
    found,
    reaches: (chargeId, state) =>
      until(async () => {
        const charge = await found(chargeId)
        return charge.state === state ? charge : null
      }, `the charge to be ${state}`),
  }
  return scene
}

/** The token of the notices about a charge, once the first has come. */
export const tokenOfNotice = ({ notices }: CollectScene): Promise<string> =>
  until(() => new URLSearchParams(notices.notices[0] ?? '').get('notification'), 'a notice')
