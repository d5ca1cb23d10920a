// A real Chromium, out of an npm package. Several processes may open one at once, also the first time.
import { type Browser, chromium } from 'playwright-core'
import { unpackedChromium } from './chromium.ts'

export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await unpackedChromium()
  // Its own language, which date fields follow, is the system's, whatever language a page requests.
  const language = { LANG: 'pt_BR.UTF-8', LANGUAGE: 'pt_BR' }
  return chromium.launch({
    executablePath,
    args: [],
    env: { ...process.env, ...env, ...language },
    chromiumSandbox: false,
  })
}
