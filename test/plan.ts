// Which test files share a process, and in which order processes start. What a process loads and compiles before its first gateway is open
// costs more than most files do, so small files come together; what takes longest starts first, so that no core waits at the end. How long
// each file takes in either form is recorded in a file of this folder by `npm test -- --record` and `npm run test:long -- --record`.
import { readFileSync } from 'node:fs'

export interface Recorded {
  [file: string]: number
}

export type Form = 'everyday' | 'long'

/** Seconds by file. */
export const durationsOf = (form: Form) => new URL(`durations-${form}.json`, import.meta.url)

/** A process with more uses too much memory. */
const GROUP_S = 180
const GROUP_FILES = 96
/** A process with less costs more to begin than it does. */
const MIN_S = 25
/** What is left is shared out among so many: the groups become smaller, and the last ones end at about the same time. */
const SHARES = 5
/** Of a file without a recorded time. */
const DEFAULT_S = 4

/** These watch what the whole process uses. */
const ALONE = new Set([
  'test/http/egress-many-hosts.test.ts',
  'test/notification/torture/come-and-go.test.ts',
  'test/notification/torture/many-hosts.test.ts',
  'test/statement/export.test.ts',
])

/** These wait for times to pass, and leave the cores to others meanwhile: one process has them all, beside as many as keep the cores at work. */
const WAITING = new Set([
  'test/alert-channel/pager.test.ts',
  'test/alert-channel/peace.test.ts',
  'test/charge/card/slow.test.ts',
  'test/charge/report/unusual.test.ts',
  'test/db/housekeeping.test.ts',
  'test/psp/recurrence/sweep.test.ts',
  'test/psp/sweep.test.ts',
])

export const recorded = (form: Form): Recorded => JSON.parse(readFileSync(durationsOf(form), 'utf8'))

/** Groups of files, the longest first. Neighbours stay together, because they load the same. */
export function groupsOf(files: string[], durations: Recorded): string[][] {
  const duration = (file: string) => durations[file] ?? DEFAULT_S
  const total = (group: string[]) => group.reduce((sum, file) => sum + duration(file), 0)
  const groups: string[][] = files.filter(file => ALONE.has(file)).map(file => [file])
  const waiting = files.filter(file => WAITING.has(file)).sort()
  if (waiting.length > 0) groups.push(waiting)
  const rest = files.filter(file => !ALONE.has(file) && !WAITING.has(file)).sort()
  while (rest.length > 0) {
    const max = Math.min(GROUP_S, Math.max(MIN_S, total(rest) / SHARES))
    const ends = rest.findIndex((_file, n) => n > 0 && total(rest.slice(0, n + 1)) > max)
    groups.push(rest.splice(0, Math.min(ends === -1 ? rest.length : ends, GROUP_FILES)))
  }
  return groups.sort((a, b) => total(b) - total(a))
}

/** The groups of machine `nth` of `count`, such as 1 of 3: each machine gets as much to do as the others. */
export function shardOf(groups: string[][], text: string): string[][] {
  const [nth = 0, count = 0] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text)?.slice(1).map(Number) ?? []
  if (nth < 1 || nth > count) throw new Error(`--shard takes which of how many, such as 1/3, not ${text}`)
  return groups.filter((_group, n) => n % count === nth - 1)
}
