// The SDK as a seller gets it: as the gateway serves it, installed without a network into a project of theirs, compiled with it in strict mode.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
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

/** What `npm pack` makes of the sources, and what the gateway serves: the text of each file by its name. */
export async function packedTwice(): Promise<Record<'packed' | 'served', Record<string, string>>> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-packed-'))
  try {
    const words = ['pack', '--pack-destination', folder, '--offline', '--loglevel=error']
    const env = { ...process.env, PATH, npm_config_cache: join(folder, '.npm') }
    const { stdout } = await run('npm', words, { cwd: fileOf('sdk/typescript'), env })
    await writeDownloads(folder, ['porteira-sdk.tgz'])
    const [packed, served] = await Promise.all(
      [stdout.trim().split('\n').at(-1) ?? '', 'porteira-sdk.tgz'].map(name => textsIn(join(folder, name))),
    )
    return { packed: packed ?? {}, served: served ?? {} }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What npm prints when the sources, and the archive, are to be published at a registry that nobody reaches. */
export async function publishedInVain(): Promise<Record<'sources' | 'archive', string>> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-published-'))
  try {
    await writeDownloads(folder, ['porteira-sdk.tgz'])
    const nobody = ['--registry', 'http://127.0.0.1:9', '--fetch-retries=0', '--//127.0.0.1:9/:_authToken=none']
    const env = { ...process.env, PATH, npm_config_cache: join(folder, '.npm') }
    const publish = (...words: string[]) =>
      run('npm', ['publish', ...words, '--ignore-scripts', ...nobody], { cwd: fileOf('sdk/typescript'), env }).then(
        () => '',
        ({ stderr }) => stderr as string,
      )
    return { sources: await publish(), archive: await publish(join(folder, 'porteira-sdk.tgz')) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function textsIn(archive: string): Promise<Record<string, string>> {
  const entries = await unpackTar(gunzipSync(await readFile(archive)))
  return Object.fromEntries(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]))
}
