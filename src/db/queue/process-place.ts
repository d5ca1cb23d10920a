// Where a process runs, so exactly that another one there can say for certain whether it is dead.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessPlace {
  /** Equal for two processes only if each can see the other: one machine, one boot, one space of process ids. */
  place: string
  /** Its id, and when it was started where the system says it, since ids are used again. */
  process: string
}

export function placeOf(pid: number): ProcessPlace {
  const boot = readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const space = readOr(() => readlinkSync('/proc/self/ns/pid'))
  return { place: [hostname(), boot, space].join(' '), process: `${pid}/${startedAt(pid)}` }
}

/** Of a process of the same place. One whose state is unknown counts as alive. */
export function isDead(known: string): boolean {
  const [pid, started] = known.split('/')
  if (started !== '') return startedAt(Number(pid)) !== started
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const AFTER_NAME = /^.*\)\s/s
const START_TIME_FIELD = 19

/** In the ticks of the system; empty where it does not say, or there is no such process. */
function startedAt(pid: number): string {
  const line = readOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // A program's name may hold blanks and brackets: what counts stands after the last of them.
  return line.replace(AFTER_NAME, '').split(' ')[START_TIME_FIELD] ?? ''
}

function readOr(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
