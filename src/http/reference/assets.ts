// What the pages of the documentation load, as scripts/build-pages.js leaves it. Where nothing is built the guides work without their script, and
// there is no reference.
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

interface Described {
  site: string
  reference: string
  library: string
}

export interface ManualBuild extends Described {
  /** Where its files lie. */
  files: string
  /** Where what sellers install lies. */
  downloads: string
}

/** Below it the files of a build are served. */
export const MANUAL_ASSETS = '/assets/manual'

/** A build never changes, so it is read once; one that is missing is looked for again. */
export function manualBuildIn(folder: string): () => ManualBuild | null {
  let found: ManualBuild | null = null
  return () => {
    found ??= read(folder)
    return found
  }
}

function read(folder: string): ManualBuild | null {
  try {
    const place = realpathSync(folder)
    const { site, reference, library }: Described = JSON.parse(readFileSync(join(place, 'build.json'), 'utf8'))
    return { site, reference, library, files: join(place, 'assets'), downloads: join(place, 'downloads') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
