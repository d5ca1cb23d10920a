// What the panel offers to each role is what the gateway lets them do: its table is compared with the gateway's own list of routes, and so are
// the sentences that describe each role where one is chosen.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ListedRoute } from '#composition/routes.ts'
import type { Role } from '#http/route.ts'
import { MAY } from '../../panel/src/api/may.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { isReading, nameOf, ROLES } from './every-route.ts'

let gateway: TestGateway
let routes: readonly ListedRoute[]
before(async () => {
  gateway = await openTestGateway()
  routes = gateway.gateway.routes.filter(({ rules }) => rules.guard === 'session')
})
after(() => gateway[Symbol.asyncDispose]())

it('panel/src/api/may.ts names the routes that not every member may call, with their roles', () => {
  const narrow = routes.flatMap(route =>
    route.rules.roles === undefined ? [] : [[nameOf(route), [...route.rules.roles]]],
  )
  assert.deepEqual(MAY, Object.fromEntries(narrow))
})

describe('what the invitation says of a role is so:', () => {
  const may = (role: Role, at: string) => {
    const route = routes.find(one => nameOf(one) === at)
    assert.ok(route !== undefined, `there is no ${at}`)
    return route.rules.roles?.includes(role) ?? true
  }
  const SEEN = ['GET /api/sales', 'GET /api/withdrawals', 'GET /api/statement']
  const KEYS = ['GET /api/credentials', 'POST /api/credentials', 'GET /api/allowed-ips', 'PUT /api/allowed-ips']
  const HOOKS = ['POST /api/webhook', 'PUT /api/webhook/:id', 'DELETE /api/webhook/:id']
  const MONEY = ['POST /api/withdrawals', 'POST /api/withdrawals/:id/approve', 'POST /api/sales/:id/refunds']
  const DISPUTED = ['POST /api/disputes/:id/defence']

  const PERMISSIONS: Record<Role, { does: string[]; doesNot: string[] }> = {
    OWNER: { does: [...SEEN, ...KEYS, ...HOOKS, ...MONEY, ...DISPUTED, 'POST /api/members/invitations'], doesNot: [] },
    FINANCE: {
      does: [...SEEN, ...MONEY, ...DISPUTED],
      doesNot: ['GET /api/credentials', 'POST /api/members/invitations'],
    },
    DEVELOPER: { does: [...SEEN, ...KEYS, ...HOOKS], doesNot: [...MONEY, 'POST /api/members/invitations'] },
    READER: { does: SEEN, doesNot: ['GET /api/credentials'] },
  }
  for (const role of ROLES)
    it(role, () => {
      for (const at of PERMISSIONS[role].does) assert.equal(may(role, at), true, at)
      for (const route of PERMISSIONS[role].doesNot) assert.equal(may(role, route), false, route)
    })

  it('OWNER does everything', () => {
    for (const route of routes) assert.ok(may('OWNER', nameOf(route)), nameOf(route))
  })

  it('READER changes nothing, but that a notice has been read and what they are written', () => {
    const changing = routes.filter(route => !isReading(route) && may('READER', nameOf(route)))
    assert.deepEqual(changing.map(nameOf).toSorted(), ['PATCH /api/mail-preferences', 'POST /api/notices/:id/seen'])
  })
})
