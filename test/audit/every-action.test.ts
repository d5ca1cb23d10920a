// Every route that changes something for a person with a session records who did it, to what, why and from where; or is among the few whose
// author is never of interest. The list of the routes is the gateway's own.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { factsIn } from '../../panel/src/audit/detail-facts.ts'
import { hasName } from '../../panel/src/audit/detail-names.ts'
import { until } from '../until.ts'
import { MEMBER_ACTIONS } from './member-actions.ts'
import { OPERATOR_ACTIONS } from './operator-actions.ts'
import { openScene, type Scene } from './scene.ts'

const COMMANDS = { ...MEMBER_ACTIONS, ...OPERATOR_ACTIONS }

/** Route -> why its author is of no interest, or where its entry is tested. */
const UNKEPT: Record<string, string> = {
  'POST /api/account/checkouts/preview': 'nothing is stored of a preview',
  'POST /api/account/test': 'this gateway has no test mode: test/test-mode/journey.test.ts reads the entry',
  'POST /api/test-bank/card-tokens':
    'a token of a test card, which the gateway keeps nowhere; the sale that is paid by it has an entry',
  'POST /api/notices/:id/seen': 'it records that a member has read a notice, and changes nothing else',
  'POST /api/admin/coverage': "it reads the PSP's balance now instead of later, and keeps the PSP's answer",
}

interface Entry {
  actor: string
  address: string
  action: string
  reason: string | null
  person: string
  text: string
}

describe('the audit log', () => {
  const resources = new AsyncDisposableStack()
  let scene: Scene
  before(async () => {
    scene = await openScene(resources)
  })
  after(() => resources.disposeAsync())

  it('records what is done through every route, or gives the reason why not', () => {
    const changing = scene.gateway.gateway.routes.filter(
      ({ method, rules }) => method !== 'GET' && ['session', 'operator'].includes(rules.guard),
    )
    const routes = changing.map(({ method, url }) => `${method} ${url}`).toSorted()
    assert.deepEqual(routes, [...Object.keys(COMMANDS), ...Object.keys(UNKEPT)].toSorted())
  })

  async function entriesBehind(id: bigint): Promise<Entry[]> {
    return scene.gateway.db.query<Entry>(sql`
      select actor, address, action, reason, email as person, detail::text as text
      from audit left join iam."user" person on person.id::text = actor_id where audit.id > ${id} order by audit.id`)
  }

  for (const [route, [action, request]] of Object.entries(COMMANDS))
    it(`keeps ${route} as ${action}`, async () => {
      const [person, path, body] = await request(scene)
      const [last] = await scene.gateway.db.query<{ id: bigint }>(sql`select coalesce(max(id), 0) as id from audit`)
      const answer = await person.call(route.split(' ')[0] ?? '', path, body)
      assert.ok(answer.status < 300, `${answer.status} ${answer.text}`)
      const found = await until(async () => {
        const entries = await entriesBehind(last?.id ?? 0n)
        return entries.find(entry => entry.action === action) ?? null
      }, action)
      const kind = route.includes('/api/admin/') ? 'operator' : 'member'
      assert.deepEqual([found.actor, found.person, found.address], [kind, person.email, '127.0.0.1'])
      const { reason, note = reason } = (body ?? {}) as { reason?: string; note?: string }
      if (note !== undefined) assert.ok(found.reason?.includes(note), `why: ${found.reason}`)
      assert.deepEqual(namesWithoutWords(JSON.parse(found.text)), [], 'no words in panel/src/audit/detail-names.ts')
      assert.ok(!/secret-that|whsec_|sk_/.test(found.text), found.text)
    })
})

const namesWithoutWords = (detail: Parameters<typeof factsIn>[0]): string[] =>
  factsIn(detail, 'ips')
    .flatMap(({ path }) => path)
    .filter(name => !hasName(name))
