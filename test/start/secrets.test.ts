// Secrets that are not configured are made once, kept for their owner alone, and never guessed again.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { DemoSheet } from '#demo/seed.ts'
import { systemRandom } from '#kernel/time.ts'
import { readConfig } from '../../src/config/config.ts'
import { sealConfig } from '../../src/config/secrets.ts'
import { readDemoSheet, writeDemoSheet } from '../../src/startup/demo-sheet.ts'

const folder = await mkdtemp(join(tmpdir(), 'porteira-secrets-'))
after(() => rm(folder, { recursive: true }))

async function mode(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

test('secrets are made once, in a folder and a file for their owner alone', async () => {
  const dataDir = join(folder, 'made')
  const first = await sealConfig(readConfig({ DATA_DIR: dataDir }), systemRandom)
  const second = await sealConfig(readConfig({ DATA_DIR: dataDir }), systemRandom)
  assert.equal(first.encryptionKey.length, 32)
  assert.ok(first.authSecret.length >= 32)
  assert.deepEqual(second.encryptionKey, first.encryptionKey)
  assert.equal(second.authSecret, first.authSecret)
  assert.equal(await mode(dataDir), '700')
  assert.equal(await mode(join(dataDir, 'secrets.json')), '600')
})

test('starts that race agree on one set of secrets', async () => {
  const dataDir = join(folder, 'raced')
  const racing = Array.from({ length: 8 }, () => sealConfig(readConfig({ DATA_DIR: dataDir }), systemRandom))
  const secrets = new Set((await Promise.all(racing)).map(({ authSecret }) => authSecret))
  assert.equal(secrets.size, 1)
  assert.deepEqual(await readdir(dataDir), ['secrets.json'])
})

test('what is configured is used as it is, and nothing is written', async () => {
  const dataDir = join(folder, 'given')
  const env = { DATA_DIR: dataDir, ENCRYPTION_KEY: '0a'.repeat(32), AUTH_SECRET: 's'.repeat(40) }
  const config = await sealConfig(readConfig(env), systemRandom)
  assert.deepEqual(config.encryptionKey, Buffer.alloc(32, 10))
  await assert.rejects(stat(dataDir))
})

test('the other key and the other secret, while they are being changed, have the same forms', () => {
  const { otherEncryptionKey, otherAuthSecret } = readConfig({
    ENCRYPTION_KEY_OTHER: '0b'.repeat(32),
    AUTH_SECRET_OTHER: 't'.repeat(32),
  })
  assert.deepEqual([otherEncryptionKey, otherAuthSecret], [Buffer.alloc(32, 11), 't'.repeat(32)])
  const wrong = () => readConfig({ ENCRYPTION_KEY_OTHER: 'short', AUTH_SECRET_OTHER: 'x'.repeat(31) })
  assert.throws(wrong, /ENCRYPTION_KEY_OTHER must be 32 random bytes .*\n.*AUTH_SECRET_OTHER must be a random text/)
})

test('a damaged file stops the start instead of being replaced', async () => {
  for (const text of ['', '{', '{}', '{"encryptionKey":"AA==","authSecret":"x"}']) {
    await writeFile(join(folder, 'secrets.json'), text)
    await assert.rejects(sealConfig(readConfig({ DATA_DIR: folder }), systemRandom), {
      name: 'StartProblem',
      message: /secrets\.json is damaged/,
    })
    assert.equal(await readFile(join(folder, 'secrets.json'), 'utf8'), text)
  }
})

test('the demo sheet is written for its owner alone, replaced whole, and read back', async () => {
  const sheet = { baseUrl: 'http://127.0.0.1:3000', privateKey: 'sk_test_1' } as DemoSheet
  assert.equal(await readDemoSheet(folder), null)
  await writeFile(join(folder, 'demo.json'), 'not a sheet')
  assert.equal(await readDemoSheet(folder), null)
  await writeDemoSheet(folder, sheet)
  assert.deepEqual(await readDemoSheet(folder), sheet)
  assert.equal(await mode(join(folder, 'demo.json')), '600')
})
