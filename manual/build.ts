// Builds what the pages of the documentation load: their script, that of the reference, and the library which renders the reference. build.json
// tells the gateway their names. Beside them it packs what sellers install. Run by scripts/build-pages.js with the folder to write to.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { build } from 'vite'
import { writeDownloads } from './downloads/downloads.ts'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
/** As of the panel: they know light-dark(). */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5']
const HASH_LENGTH = 8

/** A classic script: the scheme of colours is chosen before anything is shown. */
async function bundle(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      write: false,
      target: BROWSERS,
      modulePreload: false,
      rolldownOptions: { input: join(ROOT, 'src', `${name}.ts`), output: { format: 'iife' } },
    },
  })
  const output = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const script = output.find(one => one.type === 'chunk')
  if (script === undefined) throw new Error(`nothing came of ${name}.ts`)
  return script.code
}

/** Its package has it inside of a plug-in, which serves it: it is taken from there once, and the gateway never loads the plug-in. */
async function libraryCode(): Promise<string> {
  const server = Fastify()
  await server.register(reference, { routePrefix: '/r', configuration: { content: { openapi: '3.1.0' } } })
  const { statusCode, body } = await server.inject('/r/js/scalar.js')
  await server.close()
  if (statusCode !== 200) throw new Error(`the library of the reference answered ${statusCode}`)
  return body.replace(SOURCE_MAP, '')
}

const SOURCE_MAP = /\s*\/\/# sourceMappingURL=.*$/

async function main(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  await mkdir(assets, { recursive: true })
  const write = async (name: string, code: string): Promise<string> => {
    const file = `${name}-${createHash('sha256').update(code).digest('hex').slice(0, HASH_LENGTH)}.js`
    await writeFile(join(assets, file), code)
    return file
  }
  const described = {
    site: await write('site', await bundle('site')),
    reference: await write('reference', await bundle('reference')),
    library: await write('library', await libraryCode()),
  }
  await writeDownloads(join(folder, 'downloads'))
  await writeFile(join(folder, 'build.json'), JSON.stringify(described))
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('say which folder to write to')
await main(folder)
