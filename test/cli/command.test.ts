// The command line before it calls any PSP: what it understands, and how it finds the installation, whether its gateway runs or not.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isAlive } from '../db/embedded-scene.ts'
import { everyday, slow, some } from '../long.ts'
import { removeData, serverPid, startGateway, untilOpen } from '../start/gateway.ts'
import { porteira } from './run.ts'

const USAGE = /^Usage:\n {2}porteira psp check \[--json\]\n[\s\S]*Exit codes: 0 all is well/

test('help is shown when it is requested', async () => {
  for (const args of some([['--help'], ['-h'], ['help'], ['psp', '--help'], ['psp', 'check', '--help']], 2)) {
    const { code, out, err } = await porteira(args)
    assert.deepEqual([code, err], [0, ''], args.join(' '))
    assert.match(out, USAGE)
  }
})

test('what is no command ends with 2 and the usage, and looks at nothing', async () => {
  const unknown = [[], ['psp'], ['check'], ['psp', 'cheque'], ['psp', 'check', 'x'], ['psp', 'check', '--jason']]
  for (const args of some(unknown, 2)) {
    const { code, out, err } = await porteira(args, { PORT: 'x' })
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(err.slice(err.indexOf('Usage')), USAGE)
    if (args.length > 0) assert.match(err, new RegExp(`^porteira ${args.slice(0, 2).join(' ')}: no such command`))
  }
})

everyday('a configuration that cannot be used is reported without a stack', async () => {
  const { code, out, err } = await porteira(['psp', 'check'], { PORT: 'x', PSP: 'other' })
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^The configuration cannot be used:\n {2}- PORT must be .*\n {2}- PSP must be .*\n$/)
})

everyday('where there is no installation, it says so and creates none', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-cli-'))
  t.after(() => rm(folder, { recursive: true }))
  const DATA_DIR = join(folder, 'data')
  const secrets = { ENCRYPTION_KEY: '07'.repeat(32), AUTH_SECRET: 'x'.repeat(32) }
  for (const [env, sentence] of [
    [{ DATA_DIR }, /^There is no gateway in .*\/data\. Start the gateway once, or set DATA_DIR/],
    [{ DATA_DIR, ...secrets }, /^There is no database in .*\/data\. Start the gateway once, or set DATA_DIR/],
    [{ DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/d', ...secrets }, /^The database that DATABASE_URL names .*1, /],
  ] as const) {
    const { code, out, err } = await porteira(['psp', 'check'], env)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, sentence)
    assert.doesNotMatch(err, /hidden|\n {4}at /)
  }
  assert.deepEqual(await readdir(folder), [])
})

slow('the embedded database is joined while the gateway runs, and started for a moment while it does not', async t => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'porteira-cli-'))
  t.after(() => removeData(DATA_DIR))
  const env = { DATA_DIR, PORT: '0', SANDBOX_PORT: '0' }
  const gateway = startGateway(DATA_DIR)
  await untilOpen(gateway)
  const server = await serverPid(DATA_DIR)
  const whileItRuns = await porteira(['psp', 'check'], env)
  assert.deepEqual([whileItRuns.code, whileItRuns.err], [0, ''])
  assert.match(whileItRuns.out, /All is well/)
  assert.equal(await isAlive(server), true)

  gateway.child.kill('SIGINT')
  assert.equal(await gateway.ended, 0)
  const after = await porteira(['psp', 'check'], env)
  assert.deepEqual([after.code, after.err], [1, ''])
  assert.match(after.out, /! The PSP gives no token \(no answer: ECONNREFUSED\)\. The sandbox bank runs only while/)
  await assert.rejects(serverPid(DATA_DIR), { code: 'ENOENT' }, 'it stopped what it had started')
})

const BIN = fileURLToPath(new URL('../../bin/porteira.js', import.meta.url))

everyday('the command hands over to the Node that npm installed, and says what to do where there is none', async t => {
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, '--help'], { cwd: tmpdir() })
  assert.match(stdout, USAGE)
  await assert.rejects(promisify(execFile)(process.execPath, [BIN, 'nothing']), { code: 2, stdout: '' })

  const bare = await mkdtemp(join(tmpdir(), 'porteira-cli-'))
  t.after(() => rm(bare, { recursive: true }))
  await mkdir(join(bare, 'bin'))
  await copyFile(BIN, join(bare, 'bin', 'porteira.js'))
  await writeFile(join(bare, 'package.json'), '{"type":"module"}')
  await assert.rejects(promisify(execFile)(process.execPath, [join(bare, 'bin', 'porteira.js'), 'psp', 'check']), {
    code: 1,
    stderr: 'Porteira is not installed yet. Run `npm start` or `npm ci` first.\n',
  })
})
