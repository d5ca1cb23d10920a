// What browsers load, built once for all the processes of a run: the first that needs it builds, and the others wait for it.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { CONNECTION_VARIABLE } from './setup.ts'

const BUILD = fileURLToPath(new URL('../scripts/build-pages.js', import.meta.url))
/** Any number that nothing else locks. Waiting for a build may take longer than any statement. */
const LOCK = 8_210_114
const PATIENT = '-c statement_timeout=0 -c lock_timeout=0'

/** Answers what the build has complained about. */
export async function buildPages(): Promise<string> {
  const server = JSON.parse(process.env[CONNECTION_VARIABLE] ?? 'null')
  if (server === null) return build()
  const client = new pg.Client({ ...server, options: PATIENT })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await build()
  } finally {
    await client.end()
  }
}

const build = async () => (await promisify(execFile)(process.execPath, [BUILD])).stderr
