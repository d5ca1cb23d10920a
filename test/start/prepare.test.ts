// Before the start: what is missing is installed, what is there is left alone, and a Node that is too old is reported.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { until } from '../until.ts'
import { openTinyGateway } from './prepare-scene.ts'

test('a bare checkout gets what the gateway needs, without what the tests need, and says so', async () => {
  await using gateway = await openTinyGateway()
  const { code, out } = await gateway.run([], { NODE_ENV: 'production', npm_config_omit: 'optional' })
  assert.equal(code, 0, out)
  assert.match(out, /Installing what Porteira needs .*\n.*Done in \d+ s\./)
  const [call, ...more] = await gateway.calls()
  assert.deepEqual(more, [])
  assert.match(call ?? '', /^ci --omit=dev --include=optional --ignore-scripts .*--loglevel=error/)
})

test('a second start installs nothing and says nothing', async () => {
  await using gateway = await openTinyGateway()
  await gateway.run()
  assert.deepEqual(await gateway.run(), { code: 0, out: '' })
  assert.equal((await gateway.calls()).length, 1)
})

test('the command is where npx looks for it', async () => {
  await using gateway = await openTinyGateway()
  for (const start of ['first', 'second']) {
    await gateway.run()
    const target = await readlink(join(gateway.folder, 'node_modules', '.bin', 'porteira'))
    assert.equal(target, '../../bin/porteira.js', start)
  }
})

test('a first start also brings what builds the pages; a build takes that away again, with what no gateway reads', async () => {
  await using gateway = await openTinyGateway()
  const has = async (name: string) => (await readdir(join(gateway.folder, 'node_modules'))).includes(name)
  await gateway.run(['--for-start'])
  assert.deepEqual([await has('bundler'), await has('tester')], [true, false])
  await gateway.buildPages()
  await gateway.run(['--for-server'])
  assert.deepEqual([await has('bundler'), await has('maybe')], [false, false])
  const left = await readdir(join(gateway.folder, 'node_modules', 'wanted'))
  assert.deepEqual(left.sort(), ['index.js', 'package.json'])
  assert.deepEqual(await gateway.run(['--for-start']), { code: 0, out: '' })
  const calls = (await gateway.calls()).map(call => call.split(' ').slice(0, 3).join(' '))
  assert.deepEqual(calls, ['ci --include=dev --workspaces=false', 'prune --omit=dev --include=optional'])
})

test('in production a start neither installs nor builds: it names the command that does', async () => {
  await using gateway = await openTinyGateway()
  const start = () => gateway.run(['--for-start'], { NODE_ENV: 'production' })
  const bare = await start()
  assert.equal(bare.code, 1)
  assert.match(bare.out, /Run `npm run build` first\./)
  assert.deepEqual(await gateway.calls(), [])
  await gateway.run(['--with-pages'])
  assert.equal((await start()).code, 1, 'without its pages')
  await gateway.buildPages()
  assert.deepEqual(await start(), { code: 0, out: '' })
})

test('a Node that npm brought and did not link is linked', async () => {
  await using gateway = await openTinyGateway()
  const { code, out } = await gateway.run([], { NPM_NODE: '', NPM_UNLINKED_NODE: 'v26.10.0', PATH: '/nonexistent' })
  assert.equal(code, 0, out)
})

test('the tests need more, and what they got serves the gateway too', async () => {
  await using gateway = await openTinyGateway()
  await gateway.run()
  await gateway.run(['--with-dev'])
  await gateway.run(['--with-dev'])
  await gateway.run()
  const calls = await gateway.calls()
  assert.equal(calls.length, 2)
  assert.match(calls[1] ?? '', /^ci --include=dev --include=optional/)
})

test('another lock is installed again, with what was there before', async () => {
  await using gateway = await openTinyGateway()
  await gateway.run(['--with-dev'])
  await gateway.changeLock(lock => {
    lock.packages['node_modules/wanted'].version = '1.0.1'
  })
  await gateway.run()
  await gateway.run()
  assert.deepEqual(
    (await gateway.calls()).map(call => call.split(' ')[1]),
    ['--include=dev', '--include=dev'],
  )
})

test('what a person installed is kept when it agrees with the lock', async () => {
  await using gateway = await openTinyGateway()
  await gateway.npm('ci')
  assert.deepEqual(await gateway.run(), { code: 0, out: '' })
  assert.deepEqual(await gateway.run(['--with-dev']), { code: 0, out: '' })
  assert.equal((await gateway.calls()).length, 1)
})

for (const missing of ['wanted', 'native-here'])
  test(`what a person installed without ${missing} is repaired`, async () => {
    await using gateway = await openTinyGateway()
    await gateway.npm('ci')
    await rm(join(gateway.folder, 'node_modules', missing), { recursive: true })
    assert.equal((await gateway.run()).code, 0)
    assert.equal((await gateway.calls()).length, 2)
  })

test('a manual install after ours is looked at again', async () => {
  await using gateway = await openTinyGateway()
  await gateway.run(['--with-dev'])
  await gateway.npm('ci', '--omit=dev')
  await gateway.run(['--with-dev'])
  assert.equal((await gateway.calls()).length, 3)
})

test('an install that was cut off is repaired', async () => {
  await using gateway = await openTinyGateway()
  await gateway.run()
  await rm(join(gateway.folder, 'node_modules', '.package-lock.json'))
  assert.equal((await gateway.run()).code, 0)
  assert.equal((await gateway.calls()).length, 2)
})

test("an install that fails shows npm's words, ends the start, and is tried again next time", async () => {
  await using gateway = await openTinyGateway()
  const { code, out } = await gateway.run([], { NPM_FAILS: '1' })
  assert.equal(code, 1)
  assert.match(out, /npm error network/)
  assert.match(out, /npm could not install what Porteira needs/)
  assert.equal((await gateway.run()).code, 0)
})

test('Ctrl-C ends an install that takes its time, and the next start repairs it', async () => {
  await using gateway = await openTinyGateway()
  const env = { PATH: '/usr/bin:/bin', NPM_HANGS: '1', npm_execpath: join(gateway.folder, 'npm', 'npm-cli.js') }
  const child = spawn(process.execPath, [join(gateway.folder, 'scripts', 'prepare.js')], {
    env: { ...env, npm_node_execpath: process.execPath },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', data => {
    words += data
  })
  await until(async () => (await gateway.calls())[0] ?? null, 'npm to run')
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
  assert.match(words, /The install was interrupted\. Start again to finish it\./)
  assert.equal((await gateway.run()).code, 0)
})

test('a Node that is too old is reported before anything starts', async () => {
  await using gateway = await openTinyGateway()
  const { code, out } = await gateway.run([], { NPM_NODE: 'v25.9.0' })
  assert.equal(code, 1)
  assert.match(out, /Porteira needs Node 26, and found v25\.9\.0\./)
})

test("without npm's Node, a new enough one of the machine will do, and none is reported", async () => {
  await using gateway = await openTinyGateway()
  const none = await gateway.run([], { NPM_NODE: '', PATH: '/nonexistent' })
  assert.equal(none.code, 1)
  assert.match(none.out, /needs Node 26, and found none\. npm has none for/)
  assert.equal((await gateway.run([], { PATH: dirname(process.execPath) })).code, 0)
})
