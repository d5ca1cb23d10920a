// One gateway per data folder: the second is refused with a sentence, however both come to it, and what a dead one has left behind prevents
// no start.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clusterOf, type Running, removeData, startGateway, untilOpen } from './gateway.ts'

async function folder(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-folder-'))
  t.after(() => removeData(dataDir))
  return dataDir
}

const REFUSAL =
  /Another Porteira \(process \d+\) is running on the data folder .*Stop it first, or give this one a folder/

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
}

test('of several that start at once on a new folder one opens, and the others say why not', async t => {
  const dataDir = await folder(t)
  const all = Array.from({ length: 3 }, () => startGateway(dataDir))
  const codes = await Promise.all(
    all.map(running =>
      Promise.race([
        running.ended,
        untilOpen(running).then(
          () => 'open',
          () => running.ended,
        ),
      ]),
    ),
  )
  assert.deepEqual(codes.toSorted(), [1, 1, 'open'])
  for (const [n, running] of all.entries())
    if (codes[n] === 1) {
      assert.match(running.output(), REFUSAL)
      assert.doesNotMatch(running.output(), /\n {4}at /, 'no stack')
    }
  await stop(all[codes.indexOf('open')] as Running)
})

test('the same folder under another name is the same folder', async t => {
  const dataDir = await folder(t)
  const first = startGateway(dataDir)
  await untilOpen(first)
  const other = `${dataDir}-by-another-name`
  await symlink(dataDir, other)
  t.after(() => removeData(other))
  const second = startGateway(other)
  assert.equal(await second.ended, 1)
  assert.match(second.output(), REFUSAL)
  await stop(first)
})

test('after kill -9 the next one starts, whatever process has the pid of the dead one by now', async t => {
  const dataDir = await folder(t)
  const first = startGateway(dataDir)
  await untilOpen(first)
  first.child.kill('SIGKILL')
  // Not waited for: the dead one may be on its way out still.
  const next = startGateway(dataDir)
  await untilOpen(next)
  next.child.kill('SIGKILL')
  await next.ended

  const place = join(await clusterOf(dataDir), '..')
  assert.equal(await readFile(join(place, 'gateway.pid'), 'utf8'), `${next.child.pid}\n`)
  // This very process lives, and is no gateway.
  for (const name of ['gateway.pid', 'gateway.lock-journal']) await writeFile(join(place, name), `${process.pid}\n`)
  const last = startGateway(dataDir)
  await untilOpen(last)
  await stop(last)
})
