// Builds what browsers load, the panel, the checkout and the documentation, each when its sources have changed since it was built last. A build gets a
// folder of its own under dist and is then named by the link `current`, so that nobody ever sees half of one. A build that fails is
// told in a sentence and stops nobody: the gateway opens with what there is. Plain JavaScript without dependencies, for any
// Node from 18 up, like prepare.js, which has to have run.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KERNEL = join(ROOT, 'src', 'kernel')
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')

/** `whole`: the file that a build has once it is whole. Both may take what they need from the kernel (keys, documents, money). */
const PANEL = frontOf('panel', {
  whole: 'index.html',
  command: folder => [VITE, 'build', join(ROOT, 'panel'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
  without: 'without its panel. Its API is not concerned',
})
const CHECKOUT = frontOf('checkout', {
  whole: 'build.json',
  command: folder => [join(ROOT, 'checkout', 'build.ts'), folder],
  without: 'with a checkout that has neither style nor script. Buyers can pay all the same',
})
const MANUAL = frontOf('manual', {
  whole: 'build.json',
  command: folder => [join(ROOT, 'manual', 'build.ts'), folder],
  without: 'without the reference of its API. The guides can be read all the same',
})
const FILES = ['package.json', 'package-lock.json', 'scripts/build-pages.js'].map(file => join(ROOT, file))
/** Besides the one in use: the one before it, and young ones. A gateway that has not been started again may still serve them. */
const KEPT_BUILDS = 1
const YOUNG_MS = 3_600_000
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
const FIRST_WORDS = 1500
/** Of a file of megabytes the last tenth costs eight seconds of the first start. */
const LARGE_BYTES = 1_000_000
const GOOD_QUALITY = 9
const BEST_QUALITY = zlib.constants.BROTLI_MAX_QUALITY

function frontOf(name, { whole, command, without }) {
  const sources = join(ROOT, name)
  const builds = join(sources, 'dist')
  return { name, whole, command, without, sources, builds, current: join(builds, 'current') }
}

async function build(front) {
  const { builds, whole } = front
  await mkdir(builds, { recursive: true })
  const name = await nameOfSources(front)
  const isBuilt = existsSync(join(builds, name, whole))
  if (isBuilt && (await readlink(front.current).catch(() => null)) === name) return
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

/** The same sources have the same name, wherever they lie. */
async function nameOfSources({ sources, builds }) {
  const found = await Promise.all([sources, KERNEL].map(folder => filesIn(folder, builds)))
  const hash = createHash('sha256')
  for (const file of [...FILES, ...found.flat()].sort()) {
    const bytes = await readFile(file)
    hash.update(`${relative(ROOT, file)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(folder, except) {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .map(entry => ({ entry, path: join(folder, entry.name) }))
    .filter(({ path }) => path !== except)
    .map(({ entry, path }) => (entry.isDirectory() ? filesIn(path, except) : [path]))
  return (await Promise.all(found)).flat()
}

/** By the Node that npm brought: whoever called us may be older than the bundler allows. */
async function bundle({ command }, folder) {
  const own = join(ROOT, 'node_modules', '.bin', 'node')
  const child = spawn(existsSync(own) ? own : process.execPath, command(folder), {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
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

/** On a terminal one line that is finished later, elsewhere two. */
function showProgress(sentence) {
  const began = Date.now()
  const { isTTY } = process.stdout
  process.stdout.write(isTTY ? `  ${sentence} ...` : `  ${sentence} ...\n`)
  return whole => {
    const seconds = Math.max(1, Math.round((Date.now() - began) / 1000))
    const end = whole ? `Built in ${seconds} s.` : 'It failed.'
    process.stdout.write(isTTY ? `\r  ${sentence} ... ${end}\n` : `  ${end}\n`)
  }
}

for (const front of [PANEL, CHECKOUT, MANUAL])
  await build(front).catch(error => {
    const { name, current, whole, without } = front
    const instead = existsSync(join(current, whole)) ? `with the ${name} of an earlier build` : without
    process.stderr.write(`\nThe ${name} could not be built, so Porteira opens ${instead}.\n${error.message}\n\n`)
  })
