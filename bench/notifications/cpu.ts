// CPU time of processes and of everything that they have started, from /proc. Where there is none, nothing can be said.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const TICK_MS = 10
const AFTER_NAME = /^.*\)\s/s
const PARENT = 1
const [UTIME, CUTIME] = [11, 13]

export const canReadCpu = existsSync('/proc/self/stat')

interface Stat {
  parent: number
  /** Its own, and that of its children which have ended. */
  ticks: number
  endedTicks: number
}

/** What the processes have used until now, those that they have started included. */
export function cpuMs(pids: number[]): number {
  if (!canReadCpu) return 0
  const stats = new Map(everyPid().flatMap(pid => entryOf(pid)))
  const family = new Set(pids)
  // A child has mostly a higher id than its parent, but ids start again.
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const [pid, { parent }] of stats) if (family.has(parent)) family.add(pid)
  }
  let ticks = 0
  for (const pid of family) ticks += (stats.get(pid)?.ticks ?? 0) + (stats.get(pid)?.endedTicks ?? 0)
  return ticks * TICK_MS
}

const everyPid = () => readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : []))

function entryOf(pid: number): [number, Stat][] {
  const stat = statOf(pid)
  return stat === null ? [] : [[pid, stat]]
}

function statOf(pid: number): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(AFTER_NAME, '').split(' ').map(Number)
    const sum = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0)
    return { parent: fields[PARENT] ?? 0, ticks: sum(UTIME), endedTicks: sum(CUTIME) }
  } catch {
    // It has just ended; its parent has its time.
    return null
  }
}
