// A server of its own that dies under the load of a till, by SIGKILL or because it is stopped, and comes back. It flushes its log as a real
// one does: what it has reported as committed is there afterwards.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { makePartitions, migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/postgres.ts'
import { struck, sufferAt, type Verdict, verdictOf } from './faults.ts'

export async function dieAsServer(times: number): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-torture-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => startEmbedded({ dataDir })
  let server = await start()
  resources.defer(() => rm(server.folder, { recursive: true, force: true }))
  resources.defer(() => server.stop())
  await migrate(server.connection)
  const db = openDatabase(server.connection, 1)
  await makePartitions(db).finally(() => db.close())

  const die = async (infrastructure: Parameters<Parameters<typeof sufferAt>[0]>[0]): Promise<Verdict> => {
    const till = await infrastructure.till()
    let deaths = 0
    const slowestMs = await struck(till, times, async () => {
      if (deaths++ % 2 === 0) process.kill(server.pid, 'SIGKILL')
      await server.stop()
      server = await start()
    })
    return verdictOf(till, slowestMs)
  }
  await using work = new AsyncDisposableStack()
  return await sufferAt(die, times, server.connection, work)
}
