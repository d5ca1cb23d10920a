// What people do in the panel again and again, as they do it: by what the screen shows.

import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import type { Person } from '../access/person.ts'
import { type App, appOf } from '../access/totp.ts'
import type { TestGateway } from '../gateway.ts'
import type { PanelBrowser, Visit } from './browser.ts'
import { appears } from './browser.ts'

export interface Login {
  email: string
  password: string
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' }).waitFor()

/** By the menu, as on a desktop. */
export const choose = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name: entry, exact: true }).click()

/** At the form of the sign-in, where a page is. */
export async function sayPassword(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await button(page, 'Entrar').click()
}

/** A visit of a person who has signed in before, in an account of theirs. */
export async function visitOf(
  browser: PanelBrowser,
  gateway: { url: string },
  person: Pick<Person, 'cookie' | 'accountId'>,
  options: Parameters<PanelBrowser['visit']>[1] = {},
): Promise<Visit> {
  const visit = await browser.visit(gateway, { reducedMotion: 'reduce', ...options })
  await visit.signedIn(person)
  if (Number.isInteger(person.accountId)) await workIn(visit.page, person.accountId)
  return visit
}

const workIn = (page: Page, accountId: number) =>
  page.addInitScript(account => sessionStorage.setItem('porteira-account', account), String(accountId))

/** On the page of one's security: an authenticator app, turned on by its first code. Answers it and the recovery codes. */
export async function setUpApp(page: Page, password: string): Promise<{ app: App; recoveryCodes: string[] }> {
  await button(page, 'Ativar').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Senha atual').fill(password)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByRole('img', { name: 'Código QR' }).waitFor()
  const app = appOf(`otpauth://totp/x?secret=${await dialog.locator('code').innerText()}`)
  await dialog.getByLabel('Código de 6 dígitos').fill(app.code())
  await dialog.getByRole('button', { name: 'Confirmar código' }).click()
  const codes = page.getByRole('dialog', { name: 'Códigos de recuperação' })
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'Já guardei' }).click()
  return { app, recoveryCodes }
}

/** On the page of the API keys. What comes then, the key or a question, is the caller's. */
export async function createKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Criar chave' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /Nome/ }).fill(name)
  await dialog.getByRole('button', { name: 'Criar chave' }).click()
}

export const stepUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' })

/** In the dialog of the step-up. */
export async function stepUpByCode(page: Page, app: App): Promise<void> {
  await stepUpDialog(page).getByRole('textbox', { name: 'Código' }).fill(app.code())
  await page.keyboard.press('Enter')
  await stepUpDialog(page).waitFor({ state: 'hidden' })
}

/** As if every session had done its step-up long ago; the clock stays where it is. */
export const expireStepUps = (gateway: Pick<TestGateway, 'db'>) =>
  gateway.db.query(sql`update iam."session" set "provenUntil" = null`)

/** At the bank's own page, in a tab of its own: its camera gets this picture of a code. */
export async function payAtBank(page: Page, bankUrl: string, picture: Buffer): Promise<void> {
  const bank = await page.context().newPage()
  await bank.goto(bankUrl)
  await bank.getByRole('button', { name: 'Ler de uma imagem' }).waitFor()
  await bank.locator('#imagem').setInputFiles({ name: 'codigo.png', mimeType: 'image/png', buffer: picture })
  await bank.getByRole('heading', { name: 'Confira a cobrança' }).waitFor()
  await bank.getByRole('button', { name: 'Pagar', exact: true }).click()
  await appears(bank.getByText('Pix realizado'))
  await bank.close()
}
