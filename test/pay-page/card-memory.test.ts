// A gateway that has just sold by card at its checkout: its memory, its log, its database, its exports and what it has sent, searched for the number
// that the buyer has typed. The gateway is a process of its own, for this one knows the number.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#db/postgres.ts'
import { isCardNumber } from '#kernel/card/luhn.ts'
import { linkOf } from '../cart/shopping.ts'
import { SALE, sellsByCard } from '../charge/cards.ts'
import { openTestGateway, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { NEEDS_BROWSER, openPanelBrowser } from '../panel/browser.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import { openReceiver } from '../receiver.ts'
import { openScene } from '../recovery/scene.ts'
import type { Message } from '../recurrence/gateway-program.ts'
import { ADDRESS, buyerAt, CONTACT } from './buying.ts'
import { pay, takesCardsInFrame, typeCard } from './card-buying.ts'
import { formsOf, hasOneOf, tablesWith } from './card-number.ts'
import { tapped } from './tap.ts'

const PROGRAM = fileURLToPath(new URL('../recurrence/gateway-program.ts', import.meta.url))

const EXPORTS = ['sales', 'statement', 'refunds', 'audit'].map(what => `/api/${what}/export.csv`)

slow('the number of a card is nowhere at the gateway that has sold by it', NEEDS_BROWSER, async t => {
  await using scene = await openScene()
  await using receiver = await openReceiver()
  await using bankLine = await tapped(scene.bank.url)
  const { connection } = scene
  const first = await openTestGateway({ on: { connection, bank: { ...scene.bank, url: bankLine.url } } })
  const shop = await openShop(first)
  await sellsByCard(first, shop.seller)
  await shop.signed(receiver, ['sale.paid'])
  const { slug } = await linkOf(shop.seller, { askAddress: true, askDocument: true })
  await first[Symbol.asyncDispose]()
  const place = JSON.stringify({ connection, bankUrl: bankLine.url, aheadMs: 0 })
  const child = fork(PROGRAM, [place], { env: { ...PROGRAM_ENV, LOG_LEVEL: 'trace' }, silent: true })
  const logged: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => void logged.push(bytes))
  const db = openDatabase(connection, 1)
  try {
    const [{ opened: url }] = (await once(child, 'message')) as [Message]
    // A start has set the address that the gateway calls: buyers type their cards at the bank's own.
    await takesCardsInFrame({ db }, scene.bank.url)
    const { path } = await buyerAt({ url }).go(`/l/${slug}`, { ...CONTACT, documento: '52998224725' })
    await buyerAt({ url }).go(`${path}/entrega`, ADDRESS)
    await using browser = await openPanelBrowser()
    await using visit = await browser.visit({ url })
    await visit.page.goto(path)
    const number = freshNumber()
    const forms = formsOf(number)
    await typeCard(visit.page, 'approved', { number })
    // An answer that cannot be read is what a careless program would write down.
    const fault = { on: 'POST /charge/:id/pay', fate: 'malformed', times: 1 }
    assert.equal((await call(scene.bank.url, 'POST', '/sandbox/faults', { body: fault })).status, 201)
    await pay(visit.page)
    await visit.page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' }).waitFor()
    await receiver.gets(1)

    await t.test('in its memory', async () => {
      // What the buyer has told the gateway is there: the search finds what there is.
      assert.deepEqual(await foundInMemory(child.pid ?? 0, [...forms, CONTACT.email]), [CONTACT.email])
    })

    const seller = sellerWith({ url }, shop.seller.accountId, shop.seller.publicKey, shop.seller.privateKey)
    const person = { cookie: shop.person.cookie, 'x-account-id': String(shop.seller.accountId) }
    /** One after the other: an account has a bound of them. */
    const exported = async () => {
      const texts: string[] = []
      for (const at of EXPORTS) {
        const { status, text } = await call(url, 'GET', at, { headers: person })
        assert.equal(status, 200, `${at}: ${text}`)
        texts.push(text)
      }
      return texts.join('\n')
    }

    await t.test(
      'in its log, its database, its exports, and in what it sends to its bank and to receivers',
      async () => {
        await isNowhere(forms)
      },
    )

    await t.test('also where it is written where it does not belong', async () => {
      for (const form of forms) {
        const wrong = await seller.api(
          'POST',
          '/api/transactions',
          { ...SALE, card: { token: form }, description: form },
          { 'idempotency-key': 'typed' },
        )
        assert.equal(wrong.status, 400, wrong.text)
        assert.ok(!wrong.text.includes(form))
        const page = await buyerAt({ url }).send(`/l/${slug}`, { ...CONTACT, nome: form, celular: form })
        assert.equal(page.status, 400)
      }
      await isNowhere(forms)
    })

    /** Each place is searched for something that is there as well. */
    async function isNowhere(forms: string[]): Promise<void> {
      const places = {
        log: [Buffer.concat(logged), 'Server listening'],
        bank: [bankLine.heard(), CONTACT.email],
        receiver: [Buffer.concat(receiver.received.map(({ raw }) => raw)), CONTACT.email],
        exports: [await exported(), CONTACT.email],
      } as const
      for (const [name, [text, there]] of Object.entries(places)) {
        assert.ok(text.includes(there), `${name}: ${there} is not there`)
        assert.ok(!hasOneOf(text, forms), `${name}: the number is there`)
      }
      assert.deepEqual(await tablesWith(db, forms), [])
      assert.notDeepEqual(await tablesWith(db, [CONTACT.email]), [])
    }
  } finally {
    child.kill('SIGKILL')
    await db.close()
  }
})

/** One that stands in no source, and is approved for its last digit. */
function freshNumber(): string {
  const start = `4${Array.from({ length: 13 }, () => Math.floor(Math.random() * 10)).join('')}`
  const number = Array.from({ length: 10 }, (_, digit) => `${start}${digit}0`).find(isCardNumber)
  if (number === undefined) throw new Error('no check digit fits')
  return number
}

const CHUNK = 8 * 1024 * 1024
const OVERLAP = 64

/** Which of these texts stand somewhere in what the process may write, in one byte or two a character. */
async function foundInMemory(pid: number, texts: string[]): Promise<string[]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8')
  const regions = maps.split('\n').flatMap(line => {
    const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    return from === '' ? [] : [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }]
  })
  const wanted = texts.map(text => ({ text, forms: [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')] }))
  const found = new Set<string>()
  const memory = await open(`/proc/${pid}/mem`, 'r')
  const buffer = Buffer.alloc(CHUNK)
  try {
    for (const { from, to } of regions)
      for (let at = from; at < to; at += CHUNK - OVERLAP) {
        const bytes = await readAt(memory, buffer, at, Math.min(CHUNK, to - at))
        for (const { text, forms } of wanted) if (forms.some(form => bytes.includes(form))) found.add(text)
      }
  } finally {
    await memory.close()
  }
  return texts.filter(text => found.has(text))
}

/** Pages that are not there any more have nothing in them. */
async function readAt(memory: Awaited<ReturnType<typeof open>>, buffer: Buffer, at: number, length: number) {
  const read = await memory.read(buffer, 0, length, at).catch(() => ({ bytesRead: 0 }))
  return buffer.subarray(0, read.bytesRead)
}
