// Builds what the pages of the checkout load: one script and one style, and the script for buttons on foreign pages. The style is
// written into each page and the script is named there with its hash, so build.json tells the gateway both. Run by
// scripts/build-pages.js with the folder to write to.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
/** Buyers come with the telephone that they have. What an older browser does not know is left out, and the page works all the same. */
const BROWSERS = ['chrome87', 'firefox78', 'safari14']

/** A classic script, all of it in one function: on a foreign page it must not leave a name behind. */
async function bundle(name: string): Promise<{ script: Rolldown.OutputChunk; css: string }> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      write: false,
      target: BROWSERS,
      modulePreload: false,
      // Or the script would bring the style.
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(ROOT, 'src', `${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}-[hash].js` },
      },
    },
  })
  const output = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const script = output.find(one => one.type === 'chunk')
  if (script === undefined) throw new Error(`nothing came of ${name}.ts`)
  const styles = output.flatMap(one =>
    one.type === 'asset' && one.fileName.endsWith('.css') ? [String(one.source)] : [],
  )
  return { script, css: styles.join('').replace(MARK, '') }
}

/** What the bundler leaves at the end of a style for itself. */
const MARK = /\s*\/\*\$vite\$:\d+\*\/\s*$/

const integrityOf = (code: string) => `sha384-${createHash('sha384').update(code).digest('base64')}`

async function main(folder: string): Promise<void> {
  const pay = await bundle('pay')
  const button = await bundle('button')
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const { script } of [pay, button]) await writeFile(join(folder, 'assets', script.fileName), script.code)
  const script = { file: pay.script.fileName, integrity: integrityOf(pay.script.code) }
  const described = { script, css: pay.css, button: button.script.fileName }
  await writeFile(join(folder, 'build.json'), JSON.stringify(described))
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('say which folder to write to')
await main(folder)
