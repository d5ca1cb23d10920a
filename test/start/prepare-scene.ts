// A tiny project with its own copy of the scripts and an npm that only writes down how it was called, since installing the real tree takes
// half a minute.
import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url))
const COPIED = ['prepare.js', 'npm.js', 'packages.js', 'pages.js', 'slim.js', 'build-pages.js']

const FRONTS = ['panel', 'checkout', 'manual']
/** What sellers install is made of this, and it counts for the build; that some of it are files is of no account here. */
const PACKED = [
  ...['LICENSE', 'sdk/php/composer.json', 'sdk/php/README.md', 'sdk/php/src', 'sdk/python'],
  ...['sdk/typescript/package.json', 'sdk/typescript/README.md', 'sdk/typescript/src'],
]

const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'tiny' },
    'node_modules/wanted': { version: '1.0.0' },
    'node_modules/bundler': { version: '4.0.0', dev: true },
    'node_modules/tester': { version: '2.0.0', dev: true, tool: true },
    'node_modules/maybe': { version: '5.0.0', devOptional: true },
    'node_modules/tools': { link: true },
    'node_modules/native-here': { version: '3.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
    'node_modules/native-elsewhere': { version: '3.0.0', optional: true, os: ['plan9'] },
  },
}

// What the real one does, in small: node_modules is removed, comes back whole, and npm's record of it is written last.
const NPM = `
const { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync('npm-calls.txt', args.join(' ') + '\\n')
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/.bin', { recursive: true })
if (process.env.NPM_FAILS) { process.stderr.write('npm error network\\n'); process.exit(1) }
if (process.env.NPM_HANGS) { process.stdout.end(); setInterval(() => {}, 1000); process.on('SIGINT', () => {}); return }
const packages = {}
for (const [path, entry] of Object.entries(JSON.parse(readFileSync('package-lock.json')).packages)) {
  const omitted = (entry.dev && args.includes('--omit=dev')) || (entry.tool && args.includes('--workspaces=false'))
  if (omitted) rmSync(path, { recursive: true, force: true })
  if (path === '' || omitted || entry.link || entry.os?.[0] === 'plan9') continue
  mkdirSync(path, { recursive: true })
  for (const file of ['package.json', 'index.js', 'index.d.ts', 'index.js.map']) writeFileSync(path + '/' + file, '{}')
  packages[path] = entry
}
if (process.env.NPM_NODE) {
  writeFileSync('node_modules/.bin/node', '#!/bin/sh\\necho ' + process.env.NPM_NODE + '\\n')
  chmodSync('node_modules/.bin/node', 0o755)
}
if (process.env.NPM_UNLINKED_NODE) {
  const folder = 'node_modules/node-' + process.platform + '-' + process.arch + '/bin'
  mkdirSync(folder, { recursive: true })
  writeFileSync(folder + '/node', '#!/bin/sh\\necho ' + process.env.NPM_UNLINKED_NODE + '\\n')
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

export interface Outcome {
  code: number
  out: string
}

export interface TinyGateway extends AsyncDisposable {
  folder: string
  run(args?: string[], env?: Record<string, string>): Promise<Outcome>
  /** Runs the npm of this project as a person would. */
  npm(...args: string[]): Promise<Outcome>
  /** How npm has been called, one line a call. */
  calls(): Promise<string[]>
  changeLock(change: (lock: typeof LOCK) => void): Promise<void>
  /** As build-pages.js leaves them. */
  buildPages(): Promise<void>
}

export async function openTinyGateway(): Promise<TinyGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-prepare-'))
  const npm = join(folder, 'npm', 'npm-cli.js')
  const script = join(folder, 'scripts', 'prepare.js')
  await mkdir(dirname(npm))
  await mkdir(dirname(script))
  await Promise.all(COPIED.map(name => copyFile(join(SCRIPTS, name), join(folder, 'scripts', name))))
  await Promise.all(
    [...PACKED, 'src/kernel', 'src/cli/seller', ...FRONTS].map(name => mkdir(join(folder, name), { recursive: true })),
  )
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'npm', 'package.json'), '{"type":"commonjs"}')
  await writeFile(npm, NPM)
  await chmod(npm, 0o755)
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(LOCK))
  const standard = {
    PATH: '/usr/bin:/bin',
    npm_node_execpath: process.execPath,
    npm_execpath: npm,
    NPM_NODE: 'v26.10.0',
  }
  return {
    folder,
    run: (args = [], env = {}) => execute(folder, [script, ...args], { ...standard, ...env }),
    npm: (...args) => execute(folder, [npm, ...args], standard),
    calls: async () =>
      (await readFile(join(folder, 'npm-calls.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean),
    async changeLock(change) {
      const lock = structuredClone(LOCK)
      change(lock)
      await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    },
    async buildPages() {
      const { FRONTS: fronts, nameOfSources } = await import(join(folder, 'scripts', 'pages.js'))
      for (const front of fronts) {
        const name = await nameOfSources(front)
        await mkdir(join(front.builds, name), { recursive: true })
        await writeFile(join(front.builds, name, front.whole), '')
        await symlink(name, front.current)
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function execute(cwd: string, args: string[], env: Record<string, string>): Promise<Outcome> {
  return new Promise(resolve => {
    execFile(process.execPath, args, { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr })
    })
  })
}
