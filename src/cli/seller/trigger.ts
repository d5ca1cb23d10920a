// Real chains of events at the sandbox bank: what is triggered here is sold, paid, refunded and paid out like anything else.
import { setTimeout as wait } from 'node:timers/promises'
import { type Body, call, Refused } from './api.ts'
import type { Given } from './commands.ts'
import { type Keys, keysOf } from './profiles.ts'
import { type Terminal, Trouble } from './terminal.ts'

type Play = (keys: Keys, terminal: Terminal) => Promise<void>

const AMOUNT_CENTS = 15_000
const CASHOUT_REAIS = 100
const LOOK_MS = 500
/** A dispute is found by a list that the gateway reads once a minute, and decided two minutes after it was opened. */
const MAX_LOOKS = 600
const NOT_TEST =
  'Only accounts whose money comes in at the sandbox bank can be triggered: nothing is moved at a real bank.'

export const TRIGGERS: Record<string, Play> = {
  'sale.pending': async (keys, terminal) => void (await sell(keys, terminal)),
  'sale.paid': async (keys, terminal) => void (await sellPaid(keys, terminal)),
  'sale.canceled': cancelSale,
  'sale.refunded': refundSale,
  'sale.chargeback': async (keys, terminal) => void (await disputeSale(keys, terminal, 'Contesta Lima')),
  'refund.completed': refundSale,
  'refund.failed': failRefund,
  'dispute.opened': async (keys, terminal) => void (await disputeSale(keys, terminal, 'Contesta Lima')),
  'dispute.closed': closeDispute,
  'withdrawal.pending': async (keys, terminal) => void (await requestCashout(keys, terminal)),
  'withdrawal.completed': async (keys, terminal) => {
    const { uuid, id } = await requestCashout(keys, terminal)
    await reaches(keys, terminal, `/api/public/cashout/${uuid ?? id}`, 'COMPLETED')
  },
  'withdrawal.rejected': async (keys, terminal) => {
    const { uuid, id } = await requestCashout(keys, terminal, 'recusada@example.com')
    await reaches(keys, terminal, `/api/public/cashout/${uuid ?? id}`, 'FAILED')
  },
  'withdrawal.returned': async (keys, terminal) => {
    const { uuid, id } = await requestCashout(keys, terminal, 'devolvida@example.com')
    const path = `/api/public/cashout/${uuid ?? id}`
    await becomes(keys, terminal, path, ({ returnedAmount }) => (returnedAmount > 0 ? 'returned' : null))
  },
}

export async function trigger(given: Given, terminal: Terminal): Promise<boolean> {
  const name = String(given.words)
  const play = TRIGGERS[name]
  if (play === undefined)
    throw new Trouble(`${name} cannot be triggered. These can: ${Object.keys(TRIGGERS).join(', ')}.`)
  const keys = await keysOf(terminal.env, given.profile as string | undefined)
  if (!keys.publicKey.startsWith('pk_test_')) throw new Trouble(`These are live keys. ${NOT_TEST}`)
  await play(keys, terminal)
  return true
}

/** What the name of a customer begins with decides at the test bank whether they dispute what they have paid, and what becomes of a refund. */
const BUYER = 'Cliente de Teste'

async function sell(keys: Keys, { print }: Terminal, name = BUYER): Promise<Body> {
  const sale = await call(keys, 'POST', '/api/transactions', {
    amount: AMOUNT_CENTS,
    paymentMethod: 'PIX',
    customer: { name },
    items: [{ title: 'porteira trigger', unitPrice: AMOUNT_CENTS, quantity: 1, tangible: false }],
  })
  print(`sale ${sale.id} (${sale.uuid}) of R$ 150.00 waits to be paid`)
  return sale
}

async function sellPaid(keys: Keys, terminal: Terminal, name = BUYER): Promise<Body> {
  const sale = await sell(keys, terminal, name)
  const path = `/api/transactions/${sale.uuid}`
  try {
    await call(keys, 'POST', `${path}/simulate-payment`)
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error
    // Nobody is to pay it by mistake.
    await call(keys, 'POST', `${path}/cancel`)
    throw new Trouble(`This account sells at a real bank; the sale was cancelled. ${NOT_TEST}`)
  }
  await reaches(keys, terminal, path, 'PAGO')
  return sale
}

async function cancelSale(keys: Keys, terminal: Terminal): Promise<void> {
  const path = `/api/transactions/${(await sell(keys, terminal)).uuid}`
  await call(keys, 'POST', `${path}/cancel`)
  await reaches(keys, terminal, path, 'CANCELADO')
}

async function refundSale(keys: Keys, terminal: Terminal): Promise<void> {
  const path = `/api/transactions/${(await sellPaid(keys, terminal)).uuid}`
  await refund(keys, terminal, path)
  await reaches(keys, terminal, path, 'ESTORNADO')
}

async function failRefund(keys: Keys, terminal: Terminal): Promise<void> {
  const path = `/api/transactions/${(await sellPaid(keys, terminal, 'Recusa Lima')).uuid}`
  const { id } = await refund(keys, terminal, path)
  await reaches(keys, terminal, `${path}/refunds/${id}`, 'FAILED')
}

async function refund(keys: Keys, terminal: Terminal, path: string): Promise<Body> {
  try {
    return await call(keys, 'POST', `${path}/refunds`)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'INSUFFICIENT_BALANCE') throw error
    // The fee of a sale stays with the gateway, and a new account has nothing else to give back.
    await sellPaid(keys, terminal)
    return call(keys, 'POST', `${path}/refunds`)
  }
}

async function disputeSale(keys: Keys, terminal: Terminal, name: string): Promise<Body> {
  const sale = await sellPaid(keys, terminal, name)
  terminal.print('  its buyer disputes it; the gateway hears of that within a minute')
  await reaches(keys, terminal, `/api/transactions/${sale.uuid}`, 'MED')
  return sale
}

async function closeDispute(keys: Keys, terminal: Terminal): Promise<void> {
  const { uuid } = await disputeSale(keys, terminal, 'Contesta e perde Lima')
  terminal.print('  the bank decides it for the seller in two minutes')
  await becomes(keys, terminal, `/api/disputes?sale=${uuid}`, ({ data }) =>
    data[0]?.status === 'RELEASED' ? 'RELEASED' : null,
  )
}

async function requestCashout(keys: Keys, terminal: Terminal, pixKey = 'maria@example.com'): Promise<Body> {
  await sellPaid(keys, terminal)
  const cashout = await call(keys, 'POST', '/api/public/cashout', {
    amount: CASHOUT_REAIS,
    pixKey,
    pixKeyType: 'EMAIL',
  })
  terminal.print(`cashout ${cashout.uuid ?? cashout.id} of R$ ${CASHOUT_REAIS}.00 was requested`)
  return cashout
}

const reaches = (keys: Keys, terminal: Terminal, path: string, status: string): Promise<void> =>
  becomes(keys, terminal, path, body => (body.status === status ? status : null))

/** `end` names what it has become; null: not yet. */
async function becomes(
  keys: Keys,
  { print, leaving }: Terminal,
  path: string,
  end: (body: Body) => string | null,
): Promise<void> {
  let seen: Body
  for (let look = 0; look < MAX_LOOKS && !leaving.aborted; look++) {
    seen = await call(keys, 'GET', path)
    const name = end(seen)
    if (name !== null) return print(`  ${path} is ${name}`)
    await wait(LOOK_MS)
  }
  throw new Trouble(`${path} is still ${seen?.status ?? 'as it was'} after five minutes.`)
}
