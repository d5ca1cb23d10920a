// The SDK as a seller gets it: as the gateway serves it, installed without a network into a project of theirs, compiled with it in strict mode.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeDownloads } from '../../manual/downloads/downloads.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const run = promisify(execFile)
const PATH = `${fileOf('node_modules/.bin')}:${process.env.PATH}`
const QUIET = ['--offline', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']

export interface Project extends AsyncDisposable {
  folder: string
  /** Compiles consumer.ts as one of the two kinds of module, and answers where the program is. */
  compiled(type: 'module' | 'commonjs'): Promise<string>
}

export async function openProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-seller-'))
  const env = { ...process.env, PATH, npm_config_cache: join(folder, '.npm') }
  const npm = (cwd: string, ...words: string[]) => run('npm', [...words, ...QUIET], { cwd, env })
  await writeDownloads(folder, ['porteira-sdk.tgz'])
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'seller', version: '1.0.0', private: true }))
  await npm(folder, 'install', './porteira-sdk.tgz')
  return {
    folder,
    compiled: type => compiled(folder, type),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

const STRICT = {
  ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'], types: ['node'] },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  typeRoots: [fileOf('node_modules/@types')],
}

async function compiled(project: string, type: 'module' | 'commonjs'): Promise<string> {
  const folder = join(project, type)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['consumer.ts'] }))
  await copyFile(fileOf('test/sdk/consumer.ts'), join(folder, 'consumer.ts'))
  await run(fileOf('node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) => Promise.reject(new Error(stdout)))
  return join(folder, 'consumer.js')
}

export async function played(program: string, env: Record<string, string>, node = process.execPath): Promise<unknown> {
  const { stdout } = await run(node, [program], { env: { PATH, ...env }, timeout: 60_000 })
  return JSON.parse(stdout)
}
