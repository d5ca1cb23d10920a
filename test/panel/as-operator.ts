// What tests of the operator's pages share: an operator on a page, and the dialog by which everything is done there.
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Person } from '../access/person.ts'
import { until } from '../until.ts'
import type { PanelBrowser, Visit } from './browser.ts'

/** An operator who is signed in, at this address. */
export async function asOperator(
  browser: PanelBrowser,
  gateway: { url: string },
  operator: Person,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await browser.visit(gateway, options)
  await visit.signedIn(operator)
  await visit.go(path)
  return visit
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Does it, and waits until the gateway has accepted it. */
export async function press(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Says why, and does it. */
export async function confirm(page: Page, verb: string, reason = 'Combinado por telefone'): Promise<void> {
  await page.getByRole('dialog').getByLabel('Motivo').fill(reason)
  await press(page, verb)
}

/** A value of a list of labelled figures, by its name. */
export const eventOf = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')

/** No request is under way any more. The live stream stays open, so the network is never idle. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const loading = page.locator('[role="status"][aria-label]')
  await until(async () => (await loading.count()) === 0 || null, 'everything to be loaded')
}
