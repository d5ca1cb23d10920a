// What the content security policy of a page has stopped: heard from the browser, on each page that is opened after this was called.
import type { Page } from 'playwright-core'

/** Grows while the page is used: "script-src-elem inline" for what was stopped. */
export async function stoppedOn(page: Page): Promise<string[]> {
  const stopped: string[] = []
  await page.exposeFunction('noteStopped', (what: string) => void stopped.push(what))
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    noteStopped(effectiveDirective + ' ' + blockedURI))`)
  return stopped
}
