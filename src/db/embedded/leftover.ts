// Ends what a killed gateway left behind on our cluster: a server that lives on, or a lock file that names a process which
// is no server of ours (the pid was given away again, or a zombie that nobody collects). Call it only with the folder
// locked: then no live gateway can own what is found.
import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endServer } from './stop.ts'

export async function endLeftover(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = await pidIn(lockFile)
  if (pid === null) return
  if (await isServerOn(cluster, pid)) await endServer(pid, () => isServerOn(cluster, pid))
  // PostgreSQL finds processes that still use the cluster by its shared memory, not by this file.
  await rm(lockFile, { force: true })
}

async function pidIn(lockFile: string): Promise<number | null> {
  const text = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : null
}

/** A live server has the cluster as its working folder, also after that was renamed; a zombie has none. */
async function isServerOn(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return (await commandOf(pid)).includes(cluster)
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return folder === cluster && name.trim() === 'postgres'
}

async function commandOf(pid: number): Promise<string> {
  const run = promisify(execFile)
  return run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  )
}
