// The processes behind one port, as the one that started them sees them: it ends the one that does not answer, and no other.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { startChildren } from '#cluster/children.ts'
import { startChild } from '#cluster/one-child.ts'
import type { Orders } from '#cluster/orders.ts'
import { openScrapes } from '#telemetry/metrics/processes.ts'
import { until } from '../until.ts'

const program = fileURLToPath(new URL('child-program.ts', import.meta.url))
/** One that loads is asked 300 times, which is longer than that takes on a busy machine. */
const LOOK_EVERY_MS = 50
const MAX_UNANSWERED = 30

const orders = (sandboxUrl: string | null): Orders => ({
  connection: {},
  slot: 0,
  isFirst: true,
  recover: false,
  port: null,
  sandboxUrl,
})

function child(sandboxUrl: string | null) {
  const heard = { silences: 0 }
  const started = startChild({
    program,
    lookEveryMs: LOOK_EVERY_MS,
    maxUnanswered: MAX_UNANSWERED,
    stopMs: 5_000,
    orders: orders(sandboxUrl),
    onUnresponsive: () => heard.silences++,
  })
  return { started, heard }
}

test('one that does not answer any more is ended', async () => {
  const { started, heard } = child('silent')
  await started.opened
  assert.equal(await started.ended, 'SIGKILL')
  assert.equal(heard.silences, 1)
})

test('one that answers lives on when the process that started it has been halted for a while', async () => {
  const { started, heard } = child(null)
  await started.opened
  // As by Ctrl-Z: no timer runs and nothing is read, for longer than a child may be silent.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.2 * MAX_UNANSWERED * LOOK_EVERY_MS)
  await started.stop()
  assert.deepEqual([await started.ended, heard.silences], ['code 0', 0])
})

test('one that is told to leave while the first one opens starts no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'children-'))
  const leaving = new AbortController()
  const quiet = { warn() {}, error() {} }
  const { slot: _slot, isFirst: _isFirst, port: _port, ...shared } = orders(folder)
  const starting = startChildren({
    scrapes: openScrapes(),
    count: 3,
    program,
    log: quiet,
    leaving: leaving.signal,
    orders: shared,
    at: { host: '127.0.0.1', port: 0 },
  })
  starting.catch(() => {})
  await until(async () => (await readdir(folder)).includes('slot-0'), 'the first one to begin')
  leaving.abort()
  await assert.rejects(starting, { name: 'AbortError' })
  assert.deepEqual(await readdir(folder), ['slot-0'])
  await rm(folder, { recursive: true })
})
