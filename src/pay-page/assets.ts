// What the pages of the checkout load beside themselves, as scripts/build-pages.js leaves it: a script, named with its hash, and a style
// that is written into the page. Where nothing is built yet there is neither, and the pages work all the same.
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PageAssets {
  script: { path: string; integrity: string } | null
  css: string
}

export interface Build extends PageAssets {
  /** Where its files lie. */
  files: string
  /** The file of the button for foreign pages. */
  button: string
}

/** Below it the files of a build are served. */
export const ASSETS_PATH = '/assets/checkout'

const CURRENT = fileURLToPath(new URL('../../checkout/dist/current', import.meta.url))

/** A build never changes, so it is read once; one that is missing is looked for again. */
export function buildIn(folder: string): () => Build | null {
  let found: Build | null = null
  return () => {
    found ??= read(folder)
    return found
  }
}

interface Described {
  script: { file: string; integrity: string }
  css: string
  button: string
}

function read(folder: string): Build | null {
  try {
    const place = realpathSync(folder)
    const { script, css, button }: Described = JSON.parse(readFileSync(join(place, 'build.json'), 'utf8'))
    const path = `${ASSETS_PATH}/${script.file}`
    return { script: { path, integrity: script.integrity }, css, button, files: join(place, 'assets') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const currentBuild = buildIn(CURRENT)

const NONE: PageAssets = { script: null, css: '' }

export const pageAssets = (): PageAssets => currentBuild() ?? NONE
