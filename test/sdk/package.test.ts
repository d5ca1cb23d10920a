// A seller installs the SDK from what a gateway serves, and does their main job with it against a real gateway and a real bank.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openProject, type Project, packedTwice, played, publishedInVain } from './package.ts'

const SCOPES = [
  ...['balance:read', 'sale:read', 'sale:write', 'cashout:read', 'cashout:write', 'event:read'],
  ...['webhook:read', 'webhook:write'],
]

/** Of a new seller, for the environment of a program. */
async function keysOf(gateway: TestGateway): Promise<Record<string, string>> {
  const person = await register(gateway)
  const { body } = await person.call('POST', '/api/credentials', { name: 'SDK', scopes: SCOPES })
  return {
    PORTEIRA_URL: gateway.url,
    PORTEIRA_PUBLIC_KEY: body.publicKey,
    PORTEIRA_PRIVATE_KEY: body.privateKey,
  }
}

const refusal = (name: string, status: number, code: string, field: string | null = null) => ({
  ...{ name, status, code, field },
  hasId: true,
})

const SEEN = {
  before: { available: 0, blocked: 0, total: 0 },
  ...{ paid: true, sent: true, returned: true },
  refundedAmount: 50_00,
  listed: ['b', 'a', 'pedido-1'],
  firstPage: [2, true],
  events: [4, 1],
  deliveries: ['refund.completed', 'withdrawal.completed', 'sale.paid'],
  refusals: [
    refusal('BusinessError', 422, 'MINIMUM_VALUE'),
    refusal('BusinessError', 422, 'INSUFFICIENT_BALANCE'),
    refusal('NotFoundError', 404, 'NOT_FOUND'),
    refusal('InvalidRequestError', 400, 'INVALID_DATA', 'amount'),
    refusal('InvalidRequestError', 400, 'INVALID_DATA', 'limit'),
    refusal('AuthenticationError', 401, 'UNAUTHORIZED'),
    refusal('InvalidRequestError', 400, 'INVALID_DATA', 'events'),
  ],
  webhooks: 0,
}

describe('the packed SDK', () => {
  let gateway: TestGateway
  let project: Project
  before(async () => {
    gateway = await openTestGateway()
    project = await openProject()
  })
  after(async () => {
    await gateway[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  async function doesTheMainJob(type: 'module' | 'commonjs', node?: string): Promise<void> {
    const program = await project.compiled(type)
    const { after: balance, ...seen } = (await played(program, await keysOf(gateway), node)) as {
      after: { available: number; total: number }
    }
    assert.deepEqual(seen, SEEN)
    assert.equal(balance.total, balance.available)
    assert.ok(balance.total > 0 && balance.total <= 150_00)
  }

  it('sells, hears of the payment, pays out, refunds and lists, compiled strictly as an ES module', () =>
    doesTheMainJob('module'))

  slow('does the same as CommonJS, on the Node of this machine where it is another one', async () => {
    const others = spawnSync('/usr/bin/env', ['-i', 'PATH=/usr/bin:/usr/local/bin', 'node', '-p', 'process.execPath'], {
      encoding: 'utf8',
    })
    await doesTheMainJob('commonjs', others.status === 0 ? others.stdout.trim() : process.execPath)
  })

  it('needs no other package, runs nothing when it is installed, and holds what its manifest names', () => {
    const folder = join(project.folder, 'node_modules/@porteira/sdk')
    const { dependencies, scripts, exports, main, types, ...rest } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    assert.deepEqual([dependencies, scripts, rest.private], [undefined, undefined, undefined])
    const named = JSON.stringify([exports, main, types]).match(/\.\/[\w./]+/g) ?? []
    for (const path of named.filter(name => /\.(js|ts|json)$/.test(name))) readFileSync(join(folder, path))
  })

  it('imports its own files alone: fetch and WebCrypto are all that it takes of a runtime', () => {
    const folder = join(project.folder, 'node_modules/@porteira/sdk/dist')
    const sources = globSync('**/*.js', { cwd: folder }).map(name => readFileSync(join(folder, name), 'utf8'))
    const imports = /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*(['"])(.+?)\1/g
    const taken = sources.flatMap(source => [...source.matchAll(imports)].map(([, , name = '']) => name))
    assert.ok(taken.length > 20)
    assert.deepEqual(
      taken.filter(name => !name.startsWith('./') && !name.startsWith('../')),
      [],
    )
  })
})

slow('npm pack makes of the sources what the gateway serves, marked as not to be published', async () => {
  const { packed, served } = await packedTwice()
  assert.ok(Object.keys(served).length > 50)
  const { 'package/package.json': manifest = '', ...files } = packed
  const { 'package/package.json': servedManifest = '', ...servedFiles } = served
  assert.deepEqual(files, servedFiles)
  const { private: isPrivate, scripts, ...rest } = JSON.parse(manifest)
  assert.deepEqual([isPrivate, Object.keys(scripts)], [true, ['prepack']])
  assert.deepEqual(rest, JSON.parse(servedManifest))
})

slow('npm publish refuses the sources, and would take the archive that the gateway serves', async () => {
  const { sources, archive } = await publishedInVain()
  assert.match(sources, /EPRIVATE/)
  assert.doesNotMatch(archive, /EPRIVATE/)
  assert.match(archive, /ECONNREFUSED/)
})
