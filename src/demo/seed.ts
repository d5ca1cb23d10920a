// The demo of a first start: an operator, a seller, a key pair, and a balance that comes from real sales, paid at the sandbox
// bank like any other. Every step may be repeated, so that a first start that was cut off is simply run again.
import type { Auth } from '#access/auth.ts'
import { findKeys } from '#access/store.ts'
import type { Accounts } from '#account/feature.ts'
import { THE_GATEWAY } from '#audit/audit.ts'
import type { Checkouts } from '#checkout/feature.ts'
import type { Database } from '#db/postgres.ts'
import { isPrivateKey } from '#kernel/crypto/api-key-text.ts'
import { orThrow } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { RandomBytes } from '#kernel/time.ts'
import type { SaleRequest } from '#sale/begin.ts'
import type { Sales } from '#sale/feature.ts'

/** What a newcomer needs to try the demo. */
export interface DemoSheet {
  baseUrl: string
  panelUrl: string
  sandboxUrl: string
  operator: { email: string; password: string }
  seller: { email: string; password: string; userId: number }
  publicKey: string
  privateKey: string
  postbackSecret: string
  /** Where a buyer buys something of the seller. */
  paymentLink: string
}

export interface DemoDeps {
  db: Database
  random: RandomBytes
  sales: Sales
  checkouts: Checkouts
  auth: Auth
  accounts: Accounts
  urls: { baseUrl: string; sandboxUrl: string }
  /** Whether the gateway is in recovery: then no event of a payment would be delivered before a person has looked. */
  paused: () => boolean
}

const SELLER_EMAIL = 'vendedor@demo.porteira.dev'
const OPERATOR_EMAIL = 'operador@demo.porteira.dev'

const SALES = [
  { buyer: 'Maria Aparecida Souza', document: '52998224725', title: 'Curso de violão', cents: 249_900 },
  { buyer: 'João Batista Lima', document: '12345678909', title: 'Cadeira de balanço', cents: 189_950 },
  { buyer: 'Ana Clara Ribeiro', document: '', title: 'Café especial, 12 pacotes', cents: 65_880 },
]

/** null where there are accounts and no demo. `earlier` is what an earlier start wrote down. */
export async function seedDemo(deps: DemoDeps, earlier: DemoSheet | null): Promise<DemoSheet | null> {
  if (!(await demoBelongsHere(deps))) return null
  const sheet = earlier !== null && (await stillTrue(deps, earlier)) ? earlier : await people(deps)
  if (!deps.paused()) await sell(deps, sheet.seller.userId)
  const paymentLink = await linkOf(deps, sheet.seller.userId)
  return { ...sheet, ...deps.urls, panelUrl: deps.urls.baseUrl, paymentLink }
}

const COFFEE = {
  title: 'Café especial, 250 g',
  unitPrice: centavos(32_90),
  quantity: 1,
  tangible: false,
  minQuantity: 1,
  maxQuantity: 10,
}

/** What the demo sells at the hosted checkout: the newest link that the seller has, also one that a person has made since. */
async function linkOf({ checkouts, urls }: DemoDeps, accountId: number): Promise<string> {
  const [found] = await checkouts.list(
    accountId,
    { kind: 'LINK', status: 'ACTIVE', externalReference: null },
    { below: null, rows: 1 },
  )
  if (found !== undefined) return `${urls.baseUrl}/l/${found.checkout.slug}`
  const made = orThrow(
    await checkouts.create({
      accountId,
      kind: 'LINK',
      terms: { ...checkouts.defaultTerms, methods: ['PIX', 'BOLETO'], title: 'Café especial', items: [COFFEE] },
      slug: 'cafe-especial',
      expiresInSeconds: null,
      prefill: null,
      by: THE_GATEWAY,
      dialect: 'panel',
    }),
  )
  if ('replayed' in made) throw new Error('a link without a key was answered as a repetition')
  return `${urls.baseUrl}/l/${made.slug}`
}

/** An empty database gets a demo, and one that has a demo keeps it. */
async function demoBelongsHere({ accounts }: DemoDeps): Promise<boolean> {
  const [anybody] = await accounts.list({ q: null, cursor: null, limit: 1 })
  const [demo] = await accounts.list({ q: SELLER_EMAIL, cursor: null, limit: 1 })
  return anybody === undefined || demo !== undefined
}

/** Whether an earlier start's sheet speaks of this database: the data folder and the database can be changed apart. */
async function stillTrue({ db }: DemoDeps, { publicKey, privateKey, seller }: DemoSheet): Promise<boolean> {
  const [key] = await findKeys(db, [publicKey])
  return key?.accountId === seller.userId && key.revokedAt === null && isPrivateKey(privateKey, key.privateKeyHash)
}

/** Their passwords and keys are made here and stand nowhere but in the sheet. */
async function people(deps: DemoDeps): Promise<DemoSheet> {
  const operator = { email: OPERATOR_EMAIL, password: password(deps) }
  const seller = { email: SELLER_EMAIL, password: password(deps) }
  await deps.auth.createUser({ ...operator, name: 'Operador', operator: true, isDrawn: true })
  const login = { ...seller, name: 'Loja da Porteira', operator: false, isDrawn: true }
  const person = await deps.auth.createUser(login)
  const userId = await deps.accounts.openFor(person)
  const postbackSecret = deps.random(SECRET_BYTES).toString('base64url')
  const { payInPspAccountId } = orThrow(await deps.accounts.find(userId))
  // The sandbox bank makes boletos and takes cards at the account that receives PIX.
  const charges = { boletoPspAccountId: payInPspAccountId, cardPspAccountId: payInPspAccountId, fees: PRICES }
  orThrow(await deps.accounts.change(userId, { postbackSecret, status: 'ACTIVE', ...charges }, THE_GATEWAY))
  const { credential, privateKey } = orThrow(await deps.accounts.createKey(userId, 'Demo'))
  const keys = { publicKey: credential.publicKey, privateKey }
  return {
    ...deps.urls,
    panelUrl: deps.urls.baseUrl,
    operator,
    seller: { ...seller, userId },
    ...keys,
    postbackSecret,
    paymentLink: '',
  }
}

const PRICES = {
  boleto: { fixedCentavos: 3_50 },
  creditCard: { basisPoints: 399 },
  creditCardInstallments: [
    { from: 2, to: 6, price: { basisPoints: 449 } },
    { from: 7, to: 12, price: { basisPoints: 499 } },
  ],
  debitCard: { basisPoints: 199 },
}
const SECRET_BYTES = 24
const PASSWORD_BYTES = 9
const password = (deps: DemoDeps) => deps.random(PASSWORD_BYTES).toString('base64url')

async function sell(deps: DemoDeps, accountId: number): Promise<void> {
  if (await deps.sales.anyPaid(accountId)) return
  const ids = await Promise.all(SALES.map(sale => sellOne(deps, accountId, sale)))
  await untilPaid(deps, accountId, ids)
}

async function sellOne(deps: DemoDeps, accountId: number, of: (typeof SALES)[number]): Promise<bigint> {
  const request: SaleRequest = {
    accountId,
    amount: centavos(of.cents),
    customer: { name: of.buyer, email: '', document: of.document, phone: '' },
    items: [{ title: of.title, unitPrice: centavos(of.cents), quantity: 1, tangible: false }],
    shipping: null,
    externalReference: `demo-${deps.random(4).toString('hex')}`,
    postbackUrl: null,
    expiresInSeconds: 3600,
  }
  const created = orThrow(await deps.sales.create(request, null))
  if ('replayed' in created) throw new Error('a sale without a key was answered as a repetition')
  const { sale } = created
  const paid = await fetch(`${deps.urls.sandboxUrl}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      pixCopiaECola: sale.brCode,
      payer: { name: of.buyer, document: of.document || '52998224725' },
    }),
  })
  if (!paid.ok) throw new Error(`the sandbox bank did not take the payment: HTTP ${paid.status}`)
  return sale.id
}

const LATEST_MS = 20_000
const LOOK_MS = 50

async function untilPaid(deps: DemoDeps, accountId: number, ids: bigint[]): Promise<void> {
  const deadline = performance.now() + LATEST_MS
  for (const number of ids) {
    while ((await deps.sales.find({ accountId, id: { number } }))?.status !== 'PAGO') {
      if (performance.now() > deadline) throw new Error('the demo sales were not paid in time')
      await new Promise(wake => setTimeout(wake, LOOK_MS))
    }
  }
}
