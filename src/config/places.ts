// Where things are: the HTTP server, the database, the data folder.
import { resolve } from 'node:path'
import { problemOf } from '#db/server/server-list.ts'
import { PORTS, type Values } from './environment-values.ts'

export function placesOf(values: Values) {
  return {
    host: values.host('HOST', '127.0.0.1'),
    port: values.count('PORT', 3000, PORTS),
    publicUrl: values.read<string | null>(
      'PUBLIC_URL',
      null,
      originIn,
      'an address such as https://pay.example.com, without a path',
    ),
    databaseUrl: databaseUrlOf(values),
    databaseWait_ms: values.count('DATABASE_WAIT_MS', 60_000, { from: 0, to: 3_600_000 }),
    stopWait_ms: values.count('STOP_WAIT_MS', 0, { from: 0, to: 120_000 }),
    dataDir: resolve(values.text('DATA_DIR') ?? 'data'),
    processes: values.count('PROCESSES', 1, { from: 1, to: 8 }),
  }
}

function originIn(text: string): string | undefined {
  const url = URL.parse(text)
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return web && `${url.origin}/` === url.href ? url.origin : undefined
}

function databaseUrlOf(values: Values): string | null {
  const url = values.text('DATABASE_URL')
  const problem = url === null ? null : problemOf(url)
  if (problem !== null) values.problems.push(`DATABASE_URL ${problem}.`)
  return problem === null ? url : null
}
