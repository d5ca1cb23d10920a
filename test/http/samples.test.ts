// The samples of the reference, run as a reader who pastes them does: each language by its own interpreter, against a gateway, with a pair of keys.
// Where an interpreter is not on the machine its samples are skipped, and it is said.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { type Document, operationsOf } from '../openapi/document.ts'

const run = promisify(execFile)

interface Language {
  label: string
  file: string
  program: string
  /** Answers with success where it can run samples. */
  check: string[]
}

const LANGUAGES: Language[] = [
  { label: 'curl', file: 'sample.sh', program: 'sh', check: ['-c', 'command -v curl'] },
  { label: 'TypeScript', file: 'sample.mts', program: process.execPath, check: ['--version'] },
  { label: 'Python', file: 'sample.py', program: 'python3', check: ['-c', 'import requests'] },
  { label: 'PHP', file: 'sample.php', program: 'php', check: ['-r', 'curl_init() !== false || exit(1);'] },
]

/** One that reads, and those that make something of a body: an amount, a list, nested texts. */
const EVERY_DAY = ['getBalance', 'createSale', 'createPaymentLink']

interface Sampled {
  operationId: string
  path: string
  method: string
  responses: object
  'x-codeSamples': { label: string; source: string }[]
}

describe('the samples of the reference', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let seller: Seller
  let operations: Sampled[]
  let folder: string
  before(async () => {
    gateway = resources.use(await openTestGateway())
    seller = await gateway.seller({ funds: 1_000_00 })
    const { body } = await call(gateway.url, 'GET', '/openapi.json')
    operations = operationsOf(body as Document) as unknown as Sampled[]
    folder = await mkdtemp(join(tmpdir(), 'porteira-samples-'))
    resources.defer(() => rm(folder, { recursive: true }))
  })
  after(() => resources.disposeAsync())

  const isStream = ({ responses }: Sampled) => JSON.stringify(responses).includes('text/event-stream')

  /** What it prints, as JSON. */
  async function ran({ label, file, program }: Language, operation: Sampled): Promise<unknown> {
    const { source } = operation['x-codeSamples'].find(one => one.label === label) ?? assert.fail(label)
    const text = source.replace('YOUR_PUBLIC_KEY', seller.publicKey).replace('YOUR_PRIVATE_KEY', seller.privateKey)
    // A key of idempotency and the name of a cart are those of one request, and each language makes another.
    const own = text
      .replace(`${operation.operationId}-1`, `${operation.operationId}-${label}`)
      .replaceAll(/\b(order|payout|link|cart)-\d\b/g, `$&-${label}`)
    await writeFile(join(folder, file), label === 'curl' ? `${own} --fail-with-body` : own)
    const { stdout } = await run(program, [join(folder, file)], {
      env: { PATH: process.env.PATH, NO_PROXY: '127.0.0.1' },
    })
    return JSON.parse(stdout)
  }

  for (const language of LANGUAGES) {
    const { program, check } = language
    const skip = spawnSync(program, check).status === 0 ? false : `${program} cannot run its samples on this machine`
    it(`run in ${language.label}`, { skip }, async () => {
      for (const id of EVERY_DAY) {
        const operation = operations.find(({ operationId }) => operationId === id) ?? assert.fail(id)
        const answer = (await ran(language, operation)) as Record<string, unknown>
        assert.ok('available' in answer || typeof answer.uuid === 'string', JSON.stringify(answer))
      }
    })
    slow(`of everything that needs no id of a thing run in ${language.label}`, { skip }, async () => {
      const plain = operations.filter(one => !one.path.includes('{') && !isStream(one) && !(one.operationId in NEEDS))
      assert.ok(plain.length > 20)
      for (const operation of plain) await ran(language, operation)
    })
  }
})

/** What this seller cannot do -> why. */
const NEEDS: Record<string, string> = {
  createRecurrence: 'an account that receives debits',
  createWebhook: 'a pair with the scope webhook:write',
}
