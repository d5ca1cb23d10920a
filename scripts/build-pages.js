// Builds what browsers load, the panel, the checkout and the documentation, each when its sources have changed since it was built last. A build gets a
// folder of its own under dist and is then named by the link `current`, so that nobody ever sees half of one. Plain JavaScript without
// dependencies, for any Node from 18 up; prepare.js has to have brought what builds them.
//   (nothing)      a build that fails is told in a sentence and stops nobody: the gateway opens with what there is
//   --or-fail      a build that fails ends the command with 1
//   --meanwhile    returns at once, and builds while the command that follows in the same shell is at work
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { ROOT } from './packages.js'
import { areBuilt, FRONTS, isCurrent, nameOfSources } from './pages.js'

/** Besides the one in use: the one before it, and young ones. A gateway that has not been started again may still serve them. */
const KEPT_BUILDS = 1
const YOUNG_MS = 3_600_000
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
const FIRST_WORDS = 1500
/** Of a file of megabytes the last tenth costs eight seconds of the first start. */
const LARGE_BYTES = 1_000_000
const GOOD_QUALITY = 9
const BEST_QUALITY = zlib.constants.BROTLI_MAX_QUALITY
/** Set for the process that builds meanwhile: the process that the pages are for. */
const GATEWAY_VARIABLE = 'PORTEIRA_PAGES_FOR'
const GATEWAY_LOOK_MS = 500
/** Of every core that it needs the gateway has the first turn. */
const BEHIND = 15

const leaving = new AbortController()

async function build(front) {
  const { builds, whole } = front
  await mkdir(builds, { recursive: true })
  const name = await nameOfSources(front)
  if (await isCurrent(front, name)) return
  const isBuilt = existsSync(join(builds, name, whole))
  const done = showProgress(`Building the ${front.name}`)
  const unfinished = join(builds, `.${name}-${process.pid}`)
  try {
    if (!isBuilt) {
      await bundle(front, unfinished)
      await compress(join(unfinished, 'assets'))
      await moveInto(unfinished, join(builds, name), whole)
    }
    await nameCurrent(front, name)
    await forgetOld(front, name)
    done(true)
  } catch (error) {
    done(false)
    throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** By the Node that npm brought: whoever called us may be older than the bundler allows. */
async function bundle({ command }, folder) {
  const own = join(ROOT, 'node_modules', '.bin', 'node')
  const child = spawn(existsSync(own) ? own : process.execPath, command(folder), {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: leaving.signal,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output = (output + text).slice(0, FIRST_WORDS)
    })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(output.trim() || `the bundler ended with ${code}`)
}

/** Once, as small as it gets, beside each file: the gateway then only picks. */
async function compress(folder) {
  const names = (await readdir(folder)).filter(name => COMPRESSIBLE.test(name))
  await Promise.all(
    names.map(async name => {
      const bytes = await readFile(join(folder, name))
      const params = {
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [zlib.constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? GOOD_QUALITY : BEST_QUALITY,
      }
      const [br, gz] = await Promise.all([
        promisify(zlib.brotliCompress)(bytes, { params }),
        promisify(zlib.gzip)(bytes, { level: 9 }),
      ])
      await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)])
    }),
  )
}

/** Whoever built the same meanwhile was as good. */
async function moveInto(from, to, whole) {
  await rename(from, to).catch(error => {
    if (!existsSync(join(to, whole))) throw error
  })
}

async function nameCurrent({ builds, current }, name) {
  const link = `${current}-${process.pid}`
  await rm(link, { force: true })
  await symlink(name, link)
  await rename(link, current)
  const now = new Date()
  await utimes(join(builds, name), now, now)
}

async function forgetOld({ builds: folder }, name) {
  const entries = await readdir(folder, { withFileTypes: true })
  const builds = entries.filter(
    entry => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name) && entry.name !== name,
  )
  const aged = await Promise.all(
    builds.map(async entry => ({
      path: join(folder, entry.name),
      at: (await lstat(join(folder, entry.name))).mtimeMs,
    })),
  )
  const old = aged
    .sort((one, other) => other.at - one.at)
    .slice(KEPT_BUILDS)
    .filter(({ at }) => Date.now() - at > YOUNG_MS)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}

/** On a terminal one line that is finished later, elsewhere two; nothing among the words of a gateway. */
function showProgress(sentence) {
  if (gateway !== null) return () => {}
  const began = Date.now()
  const { isTTY } = process.stdout
  process.stdout.write(isTTY ? `  ${sentence} ...` : `  ${sentence} ...\n`)
  return whole => {
    const end = whole ? `Built in ${secondsSince(began)} s.` : 'It failed.'
    process.stdout.write(isTTY ? `\r  ${sentence} ... ${end}\n` : `  ${end}\n`)
  }
}

const secondsSince = began => Math.max(1, Math.round((Date.now() - began) / 1000))

async function buildAll() {
  for (const front of FRONTS)
    await build(front).catch(error => {
      if (leaving.signal.aborted) return
      const { name, current, whole, without } = front
      const instead = existsSync(join(current, whole)) ? `with the ${name} of an earlier build` : without
      process.stderr.write(`\nThe ${name} could not be built, so Porteira opens ${instead}.\n${error.message}\n\n`)
      if (process.argv.includes('--or-fail')) process.exitCode = 1
    })
}

/** The shell that runs us becomes the gateway, so our parent is the process to build for. */
async function buildMeanwhile() {
  if (await areBuilt()) return
  process.stdout.write('  Building the pages meanwhile: the panel, the checkout and the documentation ...\n')
  const env = { ...process.env, [GATEWAY_VARIABLE]: String(process.ppid) }
  spawn(process.execPath, [fileURLToPath(import.meta.url)], { cwd: ROOT, env, stdio: 'inherit' }).unref()
}

/** Ends when the gateway does. */
async function buildFor(pid) {
  const began = Date.now()
  setPriority(BEHIND)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => leaving.abort())
  const look = setInterval(() => isAlive(pid) || leaving.abort(), GATEWAY_LOOK_MS)
  await buildAll()
  clearInterval(look)
  if (!leaving.signal.aborted && (await areBuilt()))
    process.stdout.write(`\n  The pages are built, after ${secondsSince(began)} s.\n`)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const { [GATEWAY_VARIABLE]: gateway = null } = process.env
if (process.argv.includes('--meanwhile')) await buildMeanwhile()
else if (gateway === null) await buildAll()
else await buildFor(Number(gateway))
