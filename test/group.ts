// What the files that run in one process share: opened by the first that needs it, closed when the last one has ended. Without a
// group, where a file runs by itself, each user has its own.
import { appendFileSync, readFileSync } from 'node:fs'
import { after, before } from 'node:test'

const opened = new Map<string, Promise<AsyncDisposable>>()
let isGroup = false

/** Called once by the program of a group, before its files. */
export function beginGroup(): void {
  isGroup = true
  after(async () => {
    for (const resource of opened.values()) await (await resource)[Symbol.asyncDispose]()
  })
}

/** The one of the group. What it answers is disposed of by each user; the group's stays open until the group ends. */
export async function ofGroup<T extends AsyncDisposable>(name: string, open: () => Promise<T>): Promise<T> {
  if (!isGroup) return open()
  const known = opened.get(name) as Promise<T> | undefined
  const resource = known ?? open()
  // One that could not be opened is tried again by the next user.
  if (known === undefined) opened.set(name, resource)
  resource.catch(() => opened.delete(name))
  return { ...(await resource), [Symbol.asyncDispose]: async () => {} }
}

/** What one test file took. */
export interface Took {
  file: string
  seconds: number
  /** CPU seconds of the process itself, without its PostgreSQL and its browser. */
  cpu: number
}

/** Names the file to which each test file adds a line, what it took. Unset: no line is written. */
export const TIMES = 'PORTEIRA_TEST_TIMES'

/** Called in the suite of a file. What the process waited for a core while others were at work is left out. */
export function timed(file: string): void {
  const place = process.env[TIMES]
  if (place === undefined) return
  let [began, cpuBefore] = [0, 0]
  before(() => {
    began = busySeconds()
    cpuBefore = cpuSeconds()
  })
  after(() => {
    const took: Took = { file, seconds: tenths(busySeconds() - began), cpu: tenths(cpuSeconds() - cpuBefore) }
    appendFileSync(place, `${JSON.stringify(took)}\n`)
  })
}

const tenths = (seconds: number) => Math.ceil(seconds * 10) / 10

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Linux counts how long a process was ready to run and did not; elsewhere that is not known. */
function busySeconds(): number {
  const [, waitedNs = 0] =
    process.platform === 'linux' ? readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number) : []
  return performance.now() / 1e3 - waitedNs / 1e9
}
