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
const MAX_LOOKS = 120
const NOT_TEST =
  'Only accounts whose money comes in at the sandbox bank can be triggered: nothing is moved at a real bank.'

export const TRIGGERS: Record<string, Play> = {
  'sale.pending': async (keys, terminal) => void (await sell(keys, terminal)),
  'sale.paid': async (keys, terminal) => void (await sellPaid(keys, terminal)),
  'sale.canceled': cancelSale,
  'sale.refunded': refundSale,
  'withdrawal.pending': async (keys, terminal) => void (await requestCashout(keys, terminal)),
  'withdrawal.completed': async (keys, terminal) => {
    const { uuid, id } = await requestCashout(keys, terminal)
    await reaches(keys, terminal, `/api/public/cashout/${uuid ?? id}`, 'COMPLETED')
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

async function sell(keys: Keys, { print }: Terminal): Promise<Body> {
  const sale = await call(keys, 'POST', '/api/transactions', {
    amount: AMOUNT_CENTS,
    paymentMethod: 'PIX',
    customer: { name: 'Cliente de Teste' },
    items: [{ title: 'porteira trigger', unitPrice: AMOUNT_CENTS, quantity: 1, tangible: false }],
  })
  print(`sale ${sale.id} (${sale.uuid}) of R$ 150.00 waits to be paid`)
  return sale
}

async function sellPaid(keys: Keys, terminal: Terminal): Promise<Body> {
  const sale = await sell(keys, terminal)
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
  try {
    await call(keys, 'POST', `${path}/refunds`)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'INSUFFICIENT_BALANCE') throw error
    // The fee of a sale stays with the gateway, and a new account has nothing else to give back.
    await sellPaid(keys, terminal)
    await call(keys, 'POST', `${path}/refunds`)
  }
  await reaches(keys, terminal, path, 'ESTORNADO')
}

async function requestCashout(keys: Keys, terminal: Terminal): Promise<Body> {
  await sellPaid(keys, terminal)
  const cashout = await call(keys, 'POST', '/api/public/cashout', {
    amount: CASHOUT_REAIS,
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL',
  })
  terminal.print(`cashout ${cashout.uuid ?? cashout.id} of R$ ${CASHOUT_REAIS}.00 was requested`)
  return cashout
}

async function reaches(keys: Keys, { print, leaving }: Terminal, path: string, status: string): Promise<void> {
  let seen = ''
  for (let look = 0; look < MAX_LOOKS && !leaving.aborted; look++) {
    seen = (await call(keys, 'GET', path)).status
    if (seen === status) return print(`  ${path} is ${status}`)
    await wait(LOOK_MS)
  }
  throw new Trouble(`${path} is ${seen} and has not become ${status} within a minute.`)
}
