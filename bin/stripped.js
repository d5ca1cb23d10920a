// Loads the programs as `scripts/strip.js` has left them, without types: `node --import=./bin/stripped.js src/main.ts`. From what it has not
// made of this very text Node takes the types itself.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const PROGRAMS = ['src', 'sandbox'].map(name => join(ROOT, name))
export const STRIPPED = join(ROOT, '.cache', 'stripped')

export const nameOf = text => `${hash('sha256', text).slice(0, 32)}.js`

registerHooks({
  load(url, context, nextLoad) {
    const source = url.endsWith('.ts') ? strippedOf(url) : null
    return source === null ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

/** null: there is none. */
function strippedOf(url) {
  try {
    return readFileSync(join(STRIPPED, nameOf(readFileSync(fileURLToPath(url), 'utf8'))), 'utf8')
  } catch {
    return null
  }
}
