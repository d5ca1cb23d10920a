// CPU time of processes to the microsecond, thread by thread, from /proc: a run of a second is too short for the hundredths that
// a process as a whole is counted in. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** By thread, in nanoseconds. */
export type Used = ReadonlyMap<string, number>

export const readUsed = (pid: number): Used => usedOf([pid])

/** Also of the processes that it has started itself. */
export const readUsedOfFamily = (pid: number): Used => usedOf([pid, ...childrenOf(pid)])

function usedOf(pids: readonly number[]): Used {
  const used = new Map<string, number>()
  for (const pid of pids)
    for (const thread of listed(`/proc/${pid}/task`)) {
      const time = read(`/proc/${pid}/task/${thread}/schedstat`)
      if (time !== null) used.set(`${pid}/${thread}`, Number(time.split(' ')[0]))
    }
  return used
}

/** In milliseconds. What a thread used that began and ended in between is not known; there are hardly any. */
export function usedBetween(before: Used, after: Used): number {
  let sum = 0
  for (const [thread, time] of after) sum += time - (before.get(thread) ?? 0)
  return sum / 1_000_000
}

function childrenOf(pid: number): number[] {
  return listed(`/proc/${pid}/task`).flatMap(thread =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  )
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
