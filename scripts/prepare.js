// Brings what is needed before something runs: makes node_modules agree with package-lock.json, and makes sure that the `node` which
// runs next is 26 or newer. Plain JavaScript without dependencies, for any Node from 18 up, since a newcomer's own Node runs it.
//   (nothing)      what the gateway runs on
//   --with-pages   the same, and what builds its pages unless they are built
//   --for-start    the same again, but in production it installs nothing
//   --with-dev     also what the tests and checks need
//   --for-server   takes away again what has built the pages
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem } from './npm.js'
import { hasKind, install, keepServer, MODULES, PLATFORM } from './packages.js'
import { areBuilt } from './pages.js'

const NEEDED_NODE = 26

async function prepare() {
  const [, , argument] = process.argv
  if (process.platform === 'win32') throw new Problem('On Windows, run Porteira inside WSL: it needs Linux or macOS.')
  if (argument === '--for-start' && process.env.NODE_ENV === 'production') await refuseUnbuilt()
  else if (argument === '--for-server') await keepServer()
  else await bring(await kindFor(argument))
  linkCommands()
  refuseOldNode()
}

async function kindFor(argument) {
  if (argument === '--with-dev') return 'full'
  return argument !== undefined && !(await areBuilt()) ? 'pages' : 'server'
}

async function bring(kind) {
  if (!hasKind(kind)) await install(kind)
}

/** A server that is started again at night must not wait for a registry, nor run what nobody has tried. */
async function refuseUnbuilt() {
  if (hasKind('server') && (await areBuilt())) return
  throw new Problem(
    'In production a start neither installs nor builds, and this checkout has to. Run `npm run build` first.',
  )
}

/** npm links the commands of the packages that it brings, and not those of the one that it brings them to; before 10 not even Node's. */
function linkCommands() {
  link(join('..', '..', 'bin', 'porteira.js'), 'porteira')
  for (const name of [`node-${PLATFORM}`, `node-bin-${PLATFORM}`]) {
    const program = join(MODULES, name, 'bin', 'node')
    if (existsSync(join(MODULES, '.bin', 'node')) || !existsSync(program)) continue
    chmodSync(program, 0o755)
    link(join('..', name, 'bin', 'node'), 'node')
  }
}

function link(target, command) {
  try {
    symlinkSync(target, join(MODULES, '.bin', command))
  } catch {
    // It is there already, or the tree is not ours to write to; npx then takes a longer way to it.
  }
}

/** Looks for `node` where the shell will look for it next. */
function refuseOldNode() {
  const bin = join(MODULES, '.bin')
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`
  const { stdout, stderr } = spawnSync('node', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH } })
  const version = String(stdout ?? '').trim()
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= NEEDED_NODE) return
  const reason = existsSync(join(bin, 'node'))
    ? `The one that npm brought does not run on this system (it needs glibc 2.28 or newer, so not Alpine, and libatomic). ${String(stderr ?? '').trim()}`
    : `npm has none for ${PLATFORM}, or left it out ("npm ci --include=optional" brings it).`
  throw new Problem(
    `Porteira needs Node ${NEEDED_NODE}, and found ${version || 'none'}. ${reason} Or install Node ${NEEDED_NODE} yourself and start again.`,
  )
}

prepare().catch(error => {
  process.stderr.write(`\n${error instanceof Problem ? error.message : error.stack}\n`)
  process.exit(1)
})
