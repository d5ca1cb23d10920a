// What browsers load, in three parts: the panel, the checkout and the documentation. Says what each is built from and by, where its builds
// lie, and whether the one in use is of the sources that are here. Plain JavaScript without dependencies, for any Node from 18 up.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT } from './packages.js'

const KERNEL = join(ROOT, 'src', 'kernel')
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const FILES = ['package.json', 'package-lock.json', 'scripts/build-pages.js', 'scripts/pages.js'].map(file =>
  join(ROOT, file),
)

/** `whole`: the file that a build has once it is whole. All may take what they need from the kernel (keys, documents, money). */
const CHECKOUT = frontOf('checkout', {
  whole: 'build.json',
  command: folder => [join(ROOT, 'checkout', 'build.ts'), folder],
  without: 'with a checkout that has neither style nor script. Buyers can pay all the same',
})
const PANEL = frontOf('panel', {
  whole: 'index.html',
  command: folder => [VITE, 'build', join(ROOT, 'panel'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
  without: 'without its panel. Its API is not concerned',
})
const MANUAL = frontOf('manual', {
  whole: 'build.json',
  command: folder => [join(ROOT, 'manual', 'build.ts'), folder],
  // What sellers install is packed with it.
  also: [
    'LICENSE',
    'sdk/php/composer.json',
    'sdk/php/README.md',
    'sdk/php/src',
    'sdk/python',
    'sdk/typescript/package.json',
    'sdk/typescript/README.md',
    'sdk/typescript/src',
    'src/cli/seller',
  ],
  without: 'without the reference of its API. The guides can be read all the same',
})

/** The quick one first: a gateway that is open already has its buyers' pages soonest. */
export const FRONTS = [CHECKOUT, PANEL, MANUAL]

function frontOf(name, { whole, command, without, also = [] }) {
  const sources = join(ROOT, name)
  const builds = join(sources, 'dist')
  const places = [sources, KERNEL, ...also.map(place => join(ROOT, place))]
  return { name, whole, command, without, places, builds, current: join(builds, 'current') }
}

export async function areBuilt() {
  for (const front of FRONTS) if (!(await isCurrent(front, await nameOfSources(front)))) return false
  return true
}

/** Whether the build in use is the one of that name, and whole. */
export async function isCurrent({ current, whole }, name) {
  return existsSync(join(current, whole)) && (await readlink(current).catch(() => null)) === name
}

/** The same sources have the same name, wherever they lie. */
export async function nameOfSources({ places, builds }) {
  const found = await Promise.all(places.map(place => filesIn(place, builds)))
  const hash = createHash('sha256')
  for (const file of [...FILES, ...found.flat()].sort()) {
    const bytes = await readFile(file)
    hash.update(`${relative(ROOT, file)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 16)
}

/** By whoever runs what lies beside them. */
const MADE = ['__pycache__', 'node_modules']

async function filesIn(folder, except) {
  if (!(await stat(folder)).isDirectory()) return [folder]
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries
    .map(entry => ({ entry, path: join(folder, entry.name) }))
    .filter(({ entry, path }) => path !== except && !MADE.includes(entry.name))
    .map(({ entry, path }) => (entry.isDirectory() ? filesIn(path, except) : [path]))
  return (await Promise.all(found)).flat()
}
