// What a gateway takes that nobody uses: the program of `npm start` with its demo, its PostgreSQL and its sandbox bank, on a data folder of
// its own. Of memory that processes share each is charged its part (Pss in /proc), so that the sum is what the machine lacks. Linux only.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = join(ROOT, 'src', 'main.ts')
const START_MS = 180_000
/** By `npm start`, the unit and the image. */
const AS_STARTED = { MALLOC_ARENA_MAX: '2' }
const KIB_A_MB = 1024

export interface Share {
  name: string
  megabytes: number
}

/** Of one start, after `restMs` of rest. What it leaves in the folder is there for the next one. */
export async function measureGatewayMemory(dataDir: string, restMs: number): Promise<Share[]> {
  const { PATH, HOME } = process.env
  const child = spawn(await ownNode(dataDir), ['--import=./bin/stripped.js', PROGRAM], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir, ...AS_STARTED },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  try {
    await opened(child)
    await sleep(restMs)
    return await sharesOf(child.pid ?? 0)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** A copy: nobody else, this process among them, is to bear a part of the pages of its program. */
async function ownNode(dataDir: string): Promise<string> {
  const program = join(dataDir, 'node')
  await copyFile(process.execPath, program)
  return program
}

async function opened(child: ChildProcess): Promise<void> {
  const late = AbortSignal.timeout(START_MS)
  let words = ''
  while (!words.includes('Porteira is open')) {
    const [text] = await once(child.stderr as NodeJS.ReadableStream, 'data', { signal: late })
    words += text
  }
  child.stderr?.resume()
}

async function sharesOf(root: number): Promise<Share[]> {
  const processes = await Promise.all((await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(processOf))
  const found = processes.filter(one => one !== null)
  const family = new Set([root])
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const { pid, parent } of found) if (family.has(parent)) family.add(pid)
  }
  const ours = found.filter(({ pid }) => family.has(pid))
  const named = Map.groupBy(ours, ({ pid, command }) => nameOf(command, pid === root))
  return [...named].map(([name, group]) => ({
    name,
    megabytes: group.reduce((sum, { kib }) => sum + kib, 0) / KIB_A_MB,
  }))
}

const nameOf = (command: string, isRoot: boolean): string =>
  isRoot ? 'gateway' : command.includes('sandbox/main.ts') ? 'sandbox bank' : 'PostgreSQL'

/** null: it has ended meanwhile, or is not ours to look at. */
async function processOf(name: string) {
  const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8')
  try {
    const [stat, command, memory] = await Promise.all([read('stat'), read('cmdline'), read('smaps_rollup')])
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { pid: Number(name), parent, command, kib: Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) }
  } catch {
    return null
  }
}
