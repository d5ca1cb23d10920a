// The browser of the panel's tests on a machine that has never run them: an empty place, and several that come at once.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { BROWSER_RUNS_HERE, unpackedChromium } from './chromium.ts'

test('several that unpack the browser at once get the same whole one, and change nothing of their process', {
  skip: !BROWSER_RUNS_HERE,
}, async () => {
  const cache = await mkdtemp(join(tmpdir(), 'porteira-chromium-test-'))
  const environment = { ...process.env }
  try {
    const all = await Promise.all(Array.from({ length: 3 }, () => unpackedChromium(cache)))
    for (const { executablePath, env } of all) {
      const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, chromiumSandbox: false })
      assert.match(browser.version(), /^\d+\./)
      await browser.close()
    }
    assert.equal((await readdir(cache)).length, 1)
    assert.deepEqual({ ...process.env }, environment)
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
})
