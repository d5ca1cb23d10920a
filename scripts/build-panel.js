// Builds the panel when its sources have changed since it was built last, and does nothing otherwise. A build gets a folder of
// its own under panel/dist and is then named by the link `current`, so that nobody ever sees half of one. A build that fails is
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

const HOUSE = fileURLToPath(new URL('..', import.meta.url))
const PANEL = join(HOUSE, 'panel')
const BUILDS = join(PANEL, 'dist')
const CURRENT = join(BUILDS, 'current')
/** What a build is made of. The kernel's words (keys, documents, money) are the panel's too. */
const SOURCES = [PANEL, join(HOUSE, 'src', 'kernel')]
const FILES = ['package.json', 'package-lock.json', 'scripts/build-panel.js'].map(file => join(HOUSE, file))
/** Besides the one in use: the one before it, and young ones. A gateway that has not been started again may still serve them. */
const KEPT_BUILDS = 1
const YOUNG_MS = 3_600_000
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/
const FIRST_WORDS = 1500

async function buildPanel() {
  const name = await nameOfSources()
  if ((await current()) === name && existsSync(join(BUILDS, name, 'index.html'))) return
  const done = showProgress('Building the panel')
  const unfinished = join(BUILDS, `.${name}-${process.pid}`)
  try {
    if (!existsSync(join(BUILDS, name, 'index.html'))) {
      await bundle(unfinished)
      await compress(join(unfinished, 'assets'))
      await moveInto(unfinished, join(BUILDS, name))
    }
    await nameCurrent(name)
    await forgetOld(name)
    done(true)
  } catch (error) {
    done(false)
    throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** The same sources have the same name, wherever they lie. */
async function nameOfSources() {
  const found = await Promise.all(SOURCES.map(filesIn))
  const hash = createHash('sha256')
  for (const file of [...FILES, ...found.flat()].sort()) {
    const bytes = await readFile(file)
    hash.update(`${relative(HOUSE, file)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .map(entry => ({ entry, path: join(folder, entry.name) }))
    .filter(({ path }) => path !== BUILDS)
    .map(({ entry, path }) => (entry.isDirectory() ? filesIn(path) : [path]))
  return (await Promise.all(found)).flat()
}

const current = () => readlink(CURRENT).catch(() => null)

/** By the Node that npm brought: whoever called us may be older than the bundler allows. */
async function bundle(folder) {
  const own = join(HOUSE, 'node_modules', '.bin', 'node')
  const vite = join(HOUSE, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', PANEL, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(existsSync(own) ? own : process.execPath, args, {
    cwd: HOUSE,
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
      const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      const [br, gz] = await Promise.all([
        promisify(zlib.brotliCompress)(bytes, { params }),
        promisify(zlib.gzip)(bytes, { level: 9 }),
      ])
      await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)])
    }),
  )
}

/** Whoever built the same meanwhile was as good. */
async function moveInto(from, to) {
  await rename(from, to).catch(error => {
    if (!existsSync(join(to, 'index.html'))) throw error
  })
}

async function nameCurrent(name) {
  const link = `${CURRENT}-${process.pid}`
  await rm(link, { force: true })
  await symlink(name, link)
  await rename(link, CURRENT)
  const now = new Date()
  await utimes(join(BUILDS, name), now, now)
}

async function forgetOld(name) {
  const entries = await readdir(BUILDS, { withFileTypes: true })
  const builds = entries.filter(
    entry => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name) && entry.name !== name,
  )
  const aged = await Promise.all(
    builds.map(async entry => ({
      path: join(BUILDS, entry.name),
      at: (await lstat(join(BUILDS, entry.name))).mtimeMs,
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

await mkdir(BUILDS, { recursive: true })
  .then(buildPanel)
  .catch(error => {
    const instead = existsSync(join(CURRENT, 'index.html')) ? 'with the panel of an earlier build' : 'without its panel'
    process.stderr.write(
      `\nThe panel could not be built, so Porteira opens ${instead}. Its API is not concerned.\n${error.message}\n\n`,
    )
  })
