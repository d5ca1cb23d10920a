// What lies in node_modules, and how it comes to agree with package-lock.json. There are three kinds of it, each with all of the one before:
// 'server' is what the gateway runs on, 'pages' also builds what browsers load (the devDependencies), 'full' also tests and checks (those
// of the workspace `tools`). Plain JavaScript without dependencies, for any Node from 18 up.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem, runNpm } from './npm.js'
import { slim } from './slim.js'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const MODULES = join(ROOT, 'node_modules')
export const PLATFORM = `${process.platform}-${process.arch}`
const LOCK = join(ROOT, 'package-lock.json')
// npm's own record of the tree, written when an install is whole.
const TREE = join(MODULES, '.package-lock.json')
// Our record of an install that agreed, so that most starts need not look at the packages.
const MARK = join(MODULES, '.porteira-install.json')

const KINDS = ['server', 'pages', 'full']
const FLAGS = {
  server: ['--omit=dev'],
  pages: ['--include=dev', '--workspaces=false'],
  full: ['--include=dev'],
}
const NAMES = {
  server: 'what Porteira needs (Node 26 and PostgreSQL 18 included)',
  pages: 'what Porteira needs (Node 26 and PostgreSQL 18 included) and what builds its pages',
  full: 'what Porteira and its tests need',
}

/** The kind that is there and agrees with the lock; null when an install is needed. */
function installedKind() {
  if (!existsSync(TREE)) return null
  const mark = readJson(MARK)
  if (mark?.lock === hashOf(LOCK) && mark.tree === hashOf(TREE) && mark.platform === PLATFORM) return mark.kind
  // Somebody ran npm by hand. The lock does not say which packages the pages need, so a tree without the tests' is taken for a server's.
  const kind = treeAgrees(true) ? 'full' : treeAgrees(false) ? 'server' : null
  if (kind !== null) writeMark(kind)
  return kind
}

export const hasKind = kind => KINDS.indexOf(installedKind()) >= KINDS.indexOf(kind)

/** Installs `kind`, or what was there before if that was more. */
export async function install(kind) {
  const before = KINDS.indexOf(readJson(MARK)?.kind)
  const installed = KINDS[Math.max(before, KINDS.indexOf(kind))]
  mkdirSync(MODULES, { recursive: true })
  rmSync(MARK, { force: true })
  await npm(['ci', ...FLAGS[installed]], 'Installing', NAMES[installed])
  settle(installed)
}

/** Takes away what builds the pages, once they are built. What the tests need stays: who has it works on Porteira. */
export async function keepServer() {
  if (installedKind() !== 'pages') return
  rmSync(MARK, { force: true })
  await npm(['prune', ...FLAGS.server], 'Taking away', 'what built the pages')
  settle('server')
}

async function npm(args, verb, what) {
  const code = await runNpm(ROOT, MODULES, args, `${verb} ${what}`)
  if (code !== 0)
    throw new Problem(`npm could not install ${NAMES.server}; its words stand above. Start again to retry.`)
}

function settle(kind) {
  if (kind === 'server') slim(MODULES, devOptional())
  writeMark(kind)
}

function treeAgrees(withDev) {
  const tree = readJson(TREE)?.packages ?? {}
  return Object.entries(readJson(LOCK)?.packages ?? {}).every(
    ([path, entry]) => !isNeeded(path, entry, withDev) || (tree[path]?.version === entry.version && isThere(path)),
  )
}

function isNeeded(path, entry, withDev) {
  // A link leads to a folder of this checkout.
  if (!path.startsWith('node_modules/') || entry.link) return false
  if ((entry.dev || entry.devOptional) && !withDev) return false
  return !entry.optional || isForUs(entry)
}

/** What the pages or the tests need, and a package of the gateway could use but does not: npm leaves it in every install. */
function devOptional() {
  const packages = Object.entries(readJson(LOCK)?.packages ?? {})
  return packages.filter(([, entry]) => entry.devOptional && !entry.optional).map(([path]) => join(ROOT, path))
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
