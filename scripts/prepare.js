// Brings what the gateway needs before it starts: makes node_modules agree with package-lock.json, and makes sure that the
// `node` which runs next is 26 or newer. Plain JavaScript without dependencies, for any Node from 18 up, since a newcomer's
// own Node runs it. `--with-dev` also brings what only the tests need.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const LOCK = join(ROOT, 'package-lock.json')
// npm's own record of the tree, written when an install is whole.
const TREE = join(MODULES, '.package-lock.json')
// Our record of an install that agreed, so that most starts need not look at the packages.
const MARK = join(MODULES, '.porteira-install.json')
const NEEDED_NODE = 26
const PLATFORM = `${process.platform}-${process.arch}`

async function prepare() {
  const withDev = process.argv.includes('--with-dev')
  if (process.platform === 'win32') throw new Problem('On Windows, run Porteira inside WSL: it needs Linux or macOS.')
  const kind = installed()
  if (kind !== 'full' && (kind === null || withDev)) await install(withDev || readJson(MARK)?.kind === 'full')
  linkCommand()
  refuseOldNode()
}

class Problem extends Error {}

/** 'full' with what the tests need, 'prod' without, null when an install is needed. */
function installed() {
  if (!existsSync(TREE)) return null
  const mark = readJson(MARK)
  if (mark?.lock === hashOf(LOCK) && mark.tree === hashOf(TREE) && mark.platform === PLATFORM) return mark.kind
  // Somebody ran npm by hand.
  const kind = treeAgrees(true) ? 'full' : treeAgrees(false) ? 'prod' : null
  if (kind !== null) writeMark(kind)
  return kind
}

function treeAgrees(withDev) {
  const tree = readJson(TREE)?.packages ?? {}
  return Object.entries(readJson(LOCK)?.packages ?? {}).every(
    ([path, entry]) => !isNeeded(path, entry, withDev) || (tree[path]?.version === entry.version && isThere(path)),
  )
}

function isNeeded(path, entry, withDev) {
  if (!path.startsWith('node_modules/')) return false
  if ((entry.dev || entry.devOptional) && !withDev) return false
  return !entry.optional || isForUs(entry)
}

function isForUs({ os, cpu, libc }) {
  return libc === undefined && lists(os, process.platform) && lists(cpu, process.arch)
}

function lists(names, name) {
  return names === undefined || [].concat(names).includes(name)
}

function isThere(path) {
  return existsSync(join(ROOT, path, 'package.json'))
}

function writeMark(kind) {
  const mark = { kind, lock: hashOf(LOCK), tree: hashOf(TREE), platform: PLATFORM }
  try {
    writeFileSync(MARK, `${JSON.stringify(mark)}\n`)
  } catch {
    // A tree that is not ours to write to is looked at again at each start.
  }
}

async function install(withDev) {
  const what = withDev ? 'what Porteira and its tests need' : 'what Porteira needs (Node 26 and PostgreSQL 18 included)'
  mkdirSync(MODULES, { recursive: true })
  rmSync(MARK, { force: true })
  const dev = withDev ? '--include=dev' : '--omit=dev'
  // No package needs its install script here, and none gets to run one.
  const code = await runNpm(['ci', dev, '--include=optional', '--ignore-scripts', ...QUIET], `Installing ${what}`)
  if (code !== 0) throw new Problem(`npm could not install ${what}; its words stand above. Start again to retry.`)
  writeMark(withDev ? 'full' : 'prod')
}

const QUIET = ['--loglevel=error', '--no-progress', '--no-audit', '--no-fund', '--prefer-offline', '--bin-links']

/** Runs the npm that started us with the Node that it runs on: the one in node_modules is about to be replaced. */
async function runNpm(args, sentence) {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  const ownNpm = node && npm && basename(npm) === 'npm-cli.js' && !node.startsWith(MODULES)
  const [program, first] = ownNpm ? [node, [npm]] : ['npm', []]
  const child = spawn(program, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const interrupted = endOnSignal(child)
  const done = showProgress(sentence)
  const code = await new Promise(resolve => {
    child.on('error', error => resolve(error.message))
    child.on('close', resolve)
  })
  done(code === 0)
  if (interrupted()) throw new Problem('The install was interrupted. Start again to finish it.')
  return code
}

/** Ends npm soon and then us, whoever is asked: left alone, npm would finish the install before it obeys a Ctrl-C. */
function endOnSignal(child) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (!asked) setTimeout(() => child.kill('SIGKILL'), 500)
      asked = true
    })
  return () => asked
}

/** On a terminal one line that counts the seconds, elsewhere a line now and then. */
function showProgress(sentence) {
  const began = Date.now()
  const { isTTY } = process.stdout
  const seconds = () => Math.round((Date.now() - began) / 1000)
  process.stdout.write(isTTY ? `  ${sentence} ...` : `  ${sentence} ...\n`)
  const tick = () => process.stdout.write(isTTY ? `\r  ${sentence} ... ${seconds()} s` : `  ... ${seconds()} s\n`)
  const timer = setInterval(tick, isTTY ? 1000 : 5000)
  return whole => {
    clearInterval(timer)
    const end = whole ? `Installed in ${seconds()} s.` : `The install stopped after ${seconds()} s.`
    process.stdout.write(isTTY ? `\r  ${sentence} ... ${end}\n` : `  ${end}\n`)
  }
}

/** npm links the commands of the packages that it brings, and not those of the one that it brings them to. */
function linkCommand() {
  try {
    symlinkSync(join('..', '..', 'bin', 'porteira.js'), join(MODULES, '.bin', 'porteira'))
  } catch {
    // It is there already, or the tree is not ours to write to; npx then takes a longer way to it.
  }
}

/** Looks for `node` where the shell will look for it next. */
function refuseOldNode() {
  const bin = join(MODULES, '.bin')
  const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env: { ...process.env, PATH } })
  const version = String(stdout ?? '').trim()
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= NEEDED_NODE) return
  const reason = existsSync(join(bin, 'node'))
    ? 'The one that npm brought does not run on this system (it needs glibc 2.28 or newer, so not Alpine).'
    : `npm has none for ${PLATFORM}, or left it out ("npm ci --include=optional" brings it).`
  throw new Problem(
    `Porteira needs Node ${NEEDED_NODE}, and found ${version || 'none'}. ${reason} Or install Node ${NEEDED_NODE} yourself and start again.`,
  )
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

prepare().catch(error => {
  process.stderr.write(`\n${error instanceof Problem ? error.message : error.stack}\n`)
  process.exit(1)
})
