// The floors of src, from the ground up: what is on each, and in a few words what it is for. The import rule reads this list, and the table
// of ARCHITECTURE.md is written from it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './sources.ts'

const FLOORS: { rooms: readonly string[] | 'the rest'; what: string }[] = [
  { rooms: ['kernel'], what: 'pure: money, ids, keys, documents, BR Code, certificates. No I/O' },
  { rooms: ['db', 'http'], what: 'PostgreSQL, the HTTP server and the way out' },
  {
    rooms: ['alert', 'idempotency', 'ledger', 'mail', 'notification', 'psp'],
    what: 'alerts, keys of requests, money, mail, events, providers',
  },
  { rooms: ['access', 'audit'], what: 'who is calling, and what they did' },
  { rooms: 'the rest', what: 'features: they know each other as types only' },
  { rooms: ['config', 'cluster'], what: 'the settings, typed; several processes behind one port' },
  { rooms: ['composition'], what: 'where features are handed to each other, and nowhere else' },
  { rooms: ['app.ts'], what: 'where the parts are opened' },
  { rooms: ['startup', 'cli'], what: 'what the programs do: the order of a start, the commands' },
  { rooms: ['main.ts'], what: 'the gateway as a process' },
]

const BY_ROOM = new Map(
  FLOORS.flatMap(({ rooms }, floor) => (rooms === 'the rest' ? [] : rooms.map(room => [room, floor] as const))),
)
const FEATURES = FLOORS.findIndex(({ rooms }) => rooms === 'the rest')

/** The first folder below src, with all rooms in it; a file that is in none counts for itself. */
export const featureOf = (path: string): string => /^src\/([^/]+)/.exec(path)?.[1] ?? ''
export const floorOf = (path: string): number => BY_ROOM.get(featureOf(path)) ?? FEATURES

export const isFeature = (path: string): boolean => floorOf(path) === FEATURES
/** Above the composition: what the programs do apart from a gateway that is open. */
export const isProgram = (path: string): boolean => floorOf(path) >= floorOf('src/cli')

const WIDTH = 46

/** Rooms in lines that fit next to what the floor is for. */
function linesOf(rooms: readonly string[]): string[] {
  const lines = ['']
  for (const room of rooms) {
    const last = lines.at(-1) ?? ''
    if (last.length + room.length + 2 > WIDTH) lines.push(room)
    else lines[lines.length - 1] = last === '' ? room : `${last}  ${room}`
  }
  return lines
}

function floorTable(features: readonly string[]): string {
  const floors = FLOORS.map(({ rooms, what }, floor) => {
    const [first = '', ...more] = linesOf(rooms === 'the rest' ? features : rooms)
    return [`${floor}  ${first.padEnd(WIDTH)}  ${what}`, ...more.map(line => `   ${line}`)].join('\n')
  })
  return floors.toReversed().join('\n')
}

const TABLE = /(?<=## Floors and imports\n\n```\n)[\s\S]*?(?=\n```)/
const PLACE = join(ROOT, 'ARCHITECTURE.md')

function written(): { before: string; after: string } {
  const before = readFileSync(PLACE, 'utf8')
  const names = globSync('src/*', { cwd: ROOT }).map(path => featureOf(path.replaceAll('\\', '/')))
  const features = names.filter(name => !BY_ROOM.has(name)).toSorted()
  return { before, after: before.replace(TABLE, floorTable(features)) }
}

export function driftedFloors(): string[] {
  const { before, after } = written()
  return before === after ? [] : ['ARCHITECTURE.md: the table of floors has drifted; npm run fix writes it anew']
}

if (process.argv.includes('--write')) writeFileSync(PLACE, written().after)
