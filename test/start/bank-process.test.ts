// The sandbox bank as a process: it comes up, comes back, and never outlives the gateway that started it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type BankOptions, startBank } from '../../src/startup/bank-process.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'

const folder = await mkdtemp(join(tmpdir(), 'porteira-bank-'))
after(() => rm(folder, { recursive: true }))

function options(name: string, more: Partial<BankOptions> = {}): BankOptions {
  return { host: '127.0.0.1', port: 0, dialect: 'efi', latency_ms: 0, dataDir: join(folder, name), ...more }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

test('the bank listens, and is gone after stop', async () => {
  const bank = await startBank(options('plain'))
  assert.equal(await answers(bank.url), true)
  await bank.stop()
  assert.equal(await answers(bank.url), false)
})

test('a bank that dies comes back at the same address', async () => {
  const reported: string[] = []
  const bank = await startBank(options('dies', { onTrouble: sentence => reported.push(sentence) }))
  const first = bank.pid() as number
  process.kill(first, 'SIGKILL')
  await until(() => bank.pid() !== first || null, 'another bank')
  await until(async () => (await answers(bank.url)) || null, 'its answer')
  assert.match(reported.join(), /ended by itself/)
  await bank.stop()
  assert.equal(await answers(bank.url), false)
})

async function listener(port = 0): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

slow('a port that is taken is reported with the name of its variable', async () => {
  const other = await listener()
  const { port } = other.address() as { port: number }
  const reported: string[] = []
  const say = (sentence: string) => reported.push(sentence)
  await assert.rejects(startBank(options('taken', { port, portTimeout_ms: 300, say })), {
    name: 'StartProblem',
    message: new RegExp(`Port ${port}, where the sandbox bank should listen, is taken .* set SANDBOX_PORT`),
  })
  assert.deepEqual(reported, [`Waiting for port ${port} of the sandbox bank, which another program still has`])
  other.close()
})

slow('a bank that takes its time is waited for, and what is waited for is said', async () => {
  const program = join(folder, 'slow.js')
  await writeFile(program, 'setTimeout(() => process.send({ listening: 12345 }), 700); setInterval(() => {}, 1000)')
  const reported: string[] = []
  const bank = await startBank(options('slow', { program, sayEvery_ms: 100, say: sentence => reported.push(sentence) }))
  assert.equal(bank.url, 'http://127.0.0.1:12345')
  assert.match(
    reported[0] ?? '',
    /^Still waiting for the sandbox bank to listen \(process \d+, its log: .*bank\.log\), for 0 s$/,
  )
  assert.ok(reported.length > 2, reported.join('; '))
  await bank.stop()
})

slow('a bank that lives and never listens is given up after its time, and says so', async () => {
  const program = join(folder, 'mute.js')
  await writeFile(program, 'setInterval(() => {}, 1000)')
  await assert.rejects(startBank(options('mute', { program, timeout_ms: 300 })), {
    name: 'StartProblem',
    message: /The sandbox bank did not start on SANDBOX_PORT 0: it has not listened for 0\.3 s\. Its log/,
  })
})

slow('a bank that is still waited for is ended as soon as the start is given up', async () => {
  const program = join(folder, 'unwanted.js')
  await writeFile(program, 'setInterval(() => {}, 1000)')
  const leaving = new AbortController()
  const say = () => leaving.abort()
  const starting = startBank(options('unwanted', { program, sayEvery_ms: 50, say, leaving: leaving.signal }))
  await assert.rejects(starting, { name: 'StartProblem' })
})

slow('a port that an ending process still holds is waited for', async () => {
  const other = await listener()
  const { port } = other.address() as { port: number }
  const starting = startBank(options('waits', { port }))
  // The first look has found it taken by then.
  setTimeout(() => other.close(), 200)
  const bank = await starting
  assert.equal(bank.url, `http://127.0.0.1:${port}`)
  await bank.stop()
})

test('a bank that cannot start is reported with the end of its log', async () => {
  const program = join(folder, 'broken.js')
  await writeFile(program, 'throw new Error("no vault")')
  await assert.rejects(startBank(options('broken', { program })), {
    name: 'StartProblem',
    message: /The sandbox bank did not start on SANDBOX_PORT 0: it ended with code 1\. Its log.*no vault/s,
  })
})

test('the bank gets none of the environment of the gateway', async () => {
  const program = join(folder, 'tells.js')
  await writeFile(program, 'console.log(Object.keys(process.env).sort().join()); process.exit(1)')
  process.env.AUTH_SECRET = 'not for the bank'
  await assert.rejects(startBank(options('tells', { program })), (error: Error) => {
    assert.doesNotMatch(error.message, /AUTH_SECRET/)
    return /SANDBOX_DATA_DIR,SANDBOX_DIALECT,SANDBOX_HOST,SANDBOX_LATENCY_MS,SANDBOX_PORT/.test(error.message)
  })
  delete process.env.AUTH_SECRET
})

const PROGRAM = `
  const { startBank } = await import('${new URL('../../src/startup/bank-process.ts', import.meta.url)}')
  const { url } = await startBank(JSON.parse(process.argv[1]))
  process.stdout.write(url)`

test('a bank whose gateway was killed ends by itself, and its port is free for the next', async () => {
  const gateway = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, JSON.stringify(options('orphan'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.race([once(gateway.stdout, 'data'), once(gateway, 'exit')])
  const url = String(output).trim()
  gateway.kill('SIGKILL')
  await once(gateway, 'exit')
  const bank = await startBank(options('orphan', { port: Number(new URL(url).port) }))
  assert.equal(bank.url, url)
  await bank.stop()
})
