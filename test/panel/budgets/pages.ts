// What the panel's pages may cost. Bytes, requests and jumps are the same on every machine; times are compared with what the
// machine takes for something known in the same run, and their limits leave a busy one some room.
import type { Page } from 'playwright-core'
import type { LargeShop } from './large-shop.ts'

export interface Budget {
  name: string
  path: (shop: LargeShop) => string
  isGuest?: boolean
  /** Over the line, compressed, with headers: all of it, and the scripts alone. */
  most_bytes: number
  maxScript_bytes: number
  maxRequests: number
  /** The largest picture on a slow line, as so many times that of an empty page. */
  maxPaint: number
  /** Something that people do there, whose answer is timed. */
  act: (page: Page) => Promise<unknown>
}

/** For every page. */
export const MAX_SHIFT = 0.05
export const MAX_TASK_MS = 200
export const SLOWEST_ANSWER_MS = 200

const kB = (count: number) => count * 1_000
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

export const BUDGETS: Budget[] = [
  {
    name: 'sign-in',
    path: () => '/entrar',
    isGuest: true,
    most_bytes: kB(197),
    maxScript_bytes: kB(172),
    maxRequests: 16,
    maxPaint: 10,
    act: page => page.getByLabel('E-mail').pressSequentially('ana@example.com'),
  },
  {
    name: 'home',
    path: () => '/',
    most_bytes: kB(387),
    maxScript_bytes: kB(340),
    maxRequests: 36,
    maxPaint: 12,
    act: page => page.getByText('30 dias', { exact: true }).click(),
  },
  {
    name: 'sales',
    path: () => '/vendas',
    most_bytes: kB(282),
    maxScript_bytes: kB(232),
    maxRequests: 25,
    maxPaint: 11,
    act: page => page.getByRole('searchbox').pressSequentially('Cliente 77'),
  },
  {
    name: 'sale',
    path: shop => `/vendas/${shop.old.uuid}`,
    most_bytes: kB(281),
    maxScript_bytes: kB(246),
    maxRequests: 31,
    maxPaint: 11,
    act: press('Conta'),
  },
  {
    name: 'statement',
    path: () => '/extrato',
    most_bytes: kB(273),
    maxScript_bytes: kB(232),
    maxRequests: 26,
    maxPaint: 11,
    act: press('Conta'),
  },
  {
    name: 'cashout',
    path: () => '/saques/novo',
    most_bytes: kB(285),
    maxScript_bytes: kB(252),
    maxRequests: 33,
    maxPaint: 11,
    act: page => page.getByLabel('Valor').pressSequentially('15000'),
  },
  {
    name: 'desk',
    path: () => '/operacao',
    most_bytes: kB(311),
    maxScript_bytes: kB(265),
    maxRequests: 55,
    maxPaint: 12,
    act: press('Conta'),
  },
]
