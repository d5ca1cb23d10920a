// Unpacks the Chromium that an npm package brings, once for an install: into a folder with a name of its own in the same place, which is
// then renamed. Two that unpack at once do not collide, and no browser is launched that is half there.
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ourPackage from '../tools/package.json' with { type: 'json' }

/** The package holds a build for this platform only. */
export const BROWSER_RUNS_HERE = process.platform === 'linux' && process.arch === 'x64'

export interface Chromium {
  executablePath: string
  /** What the browser needs in its environment: libraries and fonts, for systems that have none. */
  env: NodeJS.ProcessEnv
}

/** With the install, so that a new install unpacks anew and no temp folder hides what is missing. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))

/** The one of this install, unpacked when this is the first call. `cache` is its folder. */
export async function unpackedChromium(cache = CACHE): Promise<Chromium> {
  const place = join(cache, ourPackage.devDependencies['@sparticuz/chromium'])
  if (!(await exists(place))) await unpackInto(cache, place)
  return {
    executablePath: join(place, 'chromium'),
    env: { LD_LIBRARY_PATH: join(place, 'al2023', 'lib'), FONTCONFIG_FILE: join(place, 'fonts.conf') },
  }
}

async function unpackInto(cache: string, place: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'unpacking-'))
  try {
    await unpack(own)
    await writeFile(join(own, 'fonts.conf'), fontsIn(place))
    await rename(own, place).catch(async error => {
      if (!(await exists(place))) throw error
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

const UNPACK = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`

/**
 * The package unpacks into the temp folder of its process and changes that process's environment, so it gets one of its own. The name
 * of a Lambda makes it bring the libraries too that the system may lack.
 */
async function unpack(folder: string): Promise<void> {
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    env,
  })
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
