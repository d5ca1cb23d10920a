// Takes the types out of the programs, once for each text of a file. Were that left to each start, the compiler that Node has for it would stay
// in memory for as long as the process lives: a dozen megabytes in the gateway, and some in the bank. `bin/stripped.js` reads what comes out.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { nameOf, PROGRAMS, STRIPPED } from '../bin/stripped.js'

// Node still says of this function that it may change.
process.removeAllListeners('warning')

/** A folder that is not ours to write to: Node takes the types out at each start, as it does where this has not run at all. */
const NOT_OURS = ['EACCES', 'EPERM', 'EROFS']

try {
  stripAll()
} catch (error) {
  if (!NOT_OURS.includes(error.code)) throw error
}

function stripAll() {
  mkdirSync(STRIPPED, { recursive: true })
  const there = new Set(readdirSync(STRIPPED))
  const kept = new Set()
  for (const file of PROGRAMS.flatMap(filesIn)) {
    const source = readFileSync(file, 'utf8')
    const name = nameOf(source)
    kept.add(name)
    if (!there.has(name)) write(name, stripTypeScriptTypes(source, { mode: 'strip' }))
  }
  for (const name of there) if (!kept.has(name)) rmSync(join(STRIPPED, name), { force: true })
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name))
}

/** Whoever starts meanwhile never reads half of one. */
function write(name, text) {
  const unfinished = join(STRIPPED, `.${name}-${process.pid}`)
  writeFileSync(unfinished, text)
  renameSync(unfinished, join(STRIPPED, name))
}
