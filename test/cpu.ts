// Who used the processor while the suite ran, in CPU seconds by kind of process, for `npm test -- --cpu`: unlike the time on the wall they say
// the same on a machine that is busy with something else. Reads /proc, so on Linux only. What lived shorter than a look is counted with the
// server or the test process that waited for its end.
import { readdirSync, readFileSync } from 'node:fs'
import type { Took } from './group.ts'

const LOOK_MS = 1_000
/** What the kernel counts in, on every platform that Node runs on. */
const TICKS_A_SECOND = 100

interface Process {
  parent: number
  /** With the id: ids are used again. */
  begunAt: number
  own: number
  /** Of children that have ended. */
  reaped: number
}

interface Seen extends Process {
  kind: string
}

/** Looks from now on; `stop` answers a line for each kind, the greatest first. */
export function watchCpu(): { stop(): string[] } {
  const seen = new Map<string, Seen>()
  function look(): void {
    const all = processes()
    // A server outlives its test, and then belongs to nobody: once seen it is ours.
    const isOurs = (id: number): boolean => {
      const one = all.get(id)
      return one !== undefined && (id === process.pid || seen.has(keyOf(id, one)) || isOurs(one.parent))
    }
    for (const [id, now] of all) {
      if (!isOurs(id)) continue
      const key = keyOf(id, now)
      // A process begins as its parent, and a server names its children late.
      seen.set(key, { ...now, kind: kindOf(id) ?? seen.get(key)?.kind ?? 'others' })
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return report([...seen.values()])
    },
  }
}

const keyOf = (id: number, { begunAt }: Process) => `${id}/${begunAt}`

/** The server has waited for its backends, and counts those too that were never seen. */
function report(all: Seen[]): string[] {
  const sums = new Map<string, number>()
  const add = (kind: string, ticks: number) => sums.set(kind, (sums.get(kind) ?? 0) + ticks / TICKS_A_SECOND)
  for (const { kind, own, reaped } of all) {
    if (kind !== BACKEND) add(kind, own)
    if (kind === SERVER) add(BACKEND, reaped)
  }
  const lines = [...sums].sort(([, a], [, b]) => b - a)
  const total = lines.reduce((sum, [, seconds]) => sum + seconds, 0)
  return [['CPU seconds', total] as const, ...lines].map(
    ([kind, seconds]) => `${seconds.toFixed(1).padStart(8)} ${kind}`,
  )
}

const MANY = 40

/** A line for each of the files whose own process used the most. */
export function costliest(files: Took[]): string[] {
  const sorted = files.toSorted((a, b) => b.cpu - a.cpu).slice(0, MANY)
  return ['of the test files', ...sorted.map(({ file, cpu }) => `${cpu.toFixed(1).padStart(8)} ${file}`)]
}

const SERVER = 'PostgreSQL, its server'
const BACKEND = 'PostgreSQL, its connections'

const KINDS: [RegExp, string][] = [
  [/^postgres: /, BACKEND],
  [/\/postgres .*-D /, SERVER],
  [/\/initdb /, 'PostgreSQL, made'],
  [/chromium.*--type=renderer/, 'Chromium, its pages'],
  [/chromium/, 'Chromium, the rest'],
  [/porteira-suite-\S+\.mjs/, 'test files'],
  [/--eval/, 'what is compiled ahead'],
  [/test\/main\.ts/, 'the runner'],
  [/vite|build-pages/, 'what browsers load, built'],
  [/src\/main\.ts|src\/cli\//, 'gateways and commands as processes'],
]

function kindOf(id: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return KINDS.find(([sign]) => sign.test(line))?.[1]
  } catch {
    return undefined
  }
}

function processes(): Map<number, Process> {
  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return new Map(ids.flatMap(id => readOne(id).map(one => [id, one] as const)))
}

function readOne(id: number): Process[] {
  try {
    const line = readFileSync(`/proc/${id}/stat`, 'utf8')
    // A program's name may hold blanks and brackets: what counts stands after the last of them.
    const field = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, users = 0, systems = 0, begunAt = 0] = [1, 11, 12, 13, 14, 19].map(
      n => field[n],
    )
    return [{ parent, begunAt, own: user + system, reaped: users + systems }]
  } catch {
    return []
  }
}
