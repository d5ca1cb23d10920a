// The memory of a gateway that has just sold by card at its checkout, searched for the number that the buyer has typed. The gateway is a process of
// its own, for this one knows the number.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isCardNumber } from '#kernel/card/luhn.ts'
import { linkOf } from '../cart/shopping.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { NEEDS_BROWSER, openPanelBrowser } from '../panel/browser.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import { openScene } from '../recovery/scene.ts'
import type { Message } from '../recurrence/gateway-program.ts'
import { ADDRESS, buyerAt, CONTACT } from './buying.ts'
import { frameSeller, pay, typeCard } from './card-buying.ts'

const PROGRAM = fileURLToPath(new URL('../recurrence/gateway-program.ts', import.meta.url))

slow('the number of a card is nowhere in the memory of the gateway that has sold by it', NEEDS_BROWSER, async () => {
  await using scene = await openScene()
  const { connection, bank } = scene
  const first = await openTestGateway({ on: { connection, bank } })
  const { slug } = await linkOf(await frameSeller(first), { askAddress: true, askDocument: true })
  await first[Symbol.asyncDispose]()
  const place = JSON.stringify({ connection, bankUrl: bank.url, aheadMs: 0 })
  const child = fork(PROGRAM, [place], { env: PROGRAM_ENV, silent: true })
  try {
    const [{ opened: url }] = (await once(child, 'message')) as [Message]
    const { path } = await buyerAt({ url }).go(`/l/${slug}`, { ...CONTACT, documento: '52998224725' })
    await buyerAt({ url }).go(`${path}/entrega`, ADDRESS)
    await using browser = await openPanelBrowser()
    await using visit = await browser.visit({ url })
    await visit.page.goto(path)
    const number = freshNumber()
    await typeCard(visit.page, 'approved', { number })
    await pay(visit.page)
    await visit.page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' }).waitFor()
    const texts = [number, number.replace(/(\d{4})(?=\d)/g, '$1 '), CONTACT.email]
    // What the buyer has told the gateway is there: the search finds what there is.
    assert.deepEqual(await foundInMemory(child.pid ?? 0, texts), [CONTACT.email])
  } finally {
    child.kill('SIGKILL')
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
