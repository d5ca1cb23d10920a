// Sales of the storm by boleto, credit and debit card and transfer. A request is repeated under its key until it has an answer that stays; a buyer whose payment has
// lost its answer looks it up at the bank before paying again.
import { ADDRESS, CUSTOMER } from '../charge/selling.ts'
import { type Answer, call } from '../http.ts'
import { numberOf, tokenOf } from '../psp/collect/card-scene.ts'
import { ANA } from '../transfer/selling.ts'
import { type Done, type Scene, untilAnswered } from './people.ts'
import type { DEBIT_ENDS, MethodSale } from './weather.ts'

export async function sellOtherwise(scene: Scene, command: MethodSale): Promise<Done> {
  const request = await requestOf(scene, command)
  const answer = await untilAnswered(() =>
    scene.seller.api('POST', '/api/transactions', request, { 'idempotency-key': command.reference }),
  )
  if (answer.status !== 201) return { kind: 'refused', status: answer.status, command }
  const { uuid } = answer.body
  if (command.kind === 'boleto') await payBoleto(scene, command, uuid)
  if (command.kind === 'debit') await authenticate(scene, command, uuid)
  if (command.kind === 'transfer') await payTransfer(scene, command, answer.body.bankTransfer.reference)
  return { kind: 'method sale', uuid, command }
}

async function requestOf({ bankUrl }: Scene, { amount, reference, ...command }: MethodSale): Promise<object> {
  const items = [{ title: 'Livro', unitPrice: amount, quantity: 1 }]
  const request = { amount, externalReference: reference, items }
  if (command.kind === 'boleto') return { ...request, paymentMethod: 'BOLETO', customer: CUSTOMER }
  if (command.kind === 'transfer') return { ...request, paymentMethod: 'TRANSFER', customer: ANA }
  const [name, funding] =
    command.kind === 'card' ? [command.card, 'credit' as const] : ['approved' as const, 'debit' as const]
  const card = { token: await tokenFrom(bankUrl, name, funding), brand: 'visa', lastFour: numberOf(name).slice(-4) }
  const sale = { ...request, card, customer: { ...CUSTOMER, phone: '11987654321' }, billingAddress: ADDRESS }
  if (command.kind === 'debit')
    return { ...sale, customer: { ...sale.customer, name: holderWho(command.buyer) }, paymentMethod: 'DEBIT_CARD' }
  return { ...sale, paymentMethod: 'CREDIT_CARD', installments: command.installments }
}

/** Of a bank that may be dead at this moment. */
async function tokenFrom(
  bankUrl: () => string,
  name: Parameters<typeof tokenOf>[1],
  funding: 'credit' | 'debit',
): Promise<string> {
  let token = ''
  await untilAnswered(async () => {
    token = await tokenOf({ url: bankUrl() }, name, funding)
    return ANSWERED
  })
  return token
}

const ANSWERED = { status: 200, headers: new Headers(), text: '', body: null }

/** Where the bank never got the attempt there is nobody to ask, and it is FALHA after a day. */
async function authenticate({ seller, bankUrl }: Scene, { buyer }: MethodSale & { kind: 'debit' }, uuid: string) {
  // The attempt may be made, or told, after its answer.
  let looks = 0
  const asked = await untilAnswered(async () => {
    const sale = await seller.api('GET', `/api/transactions/${uuid}`)
    const isOpen = sale.body?.status === 'EM_PROCESSAMENTO' && sale.body.challengeUrl === undefined
    return isOpen && ++looks < MAX_LOOKS ? { ...sale, status: 503 } : sale
  })
  const { challengeUrl } = asked.body
  if (challengeUrl !== undefined) await untilAnswered(() => answerAs(bankUrl(), challengeUrl, buyer))
}

/** What is told later is answered in the calm. */
const MAX_LOOKS = 50

/** So that whoever answers later knows what to answer. */
export const holderWho = (buyer: keyof typeof DEBIT_ENDS): string => `Titular que ${buyer}`

export function answerAs(bankUrl: string, challengeUrl: string, buyer: keyof typeof DEBIT_ENDS): Promise<Answer> {
  const id = new URL(challengeUrl).pathname.split('/').at(-1)
  return call(bankUrl, 'POST', `/sandbox/challenge/${id}/${buyer === 'authorises' ? 'authorise' : 'refuse'}`)
}

async function payBoleto({ seller, bankUrl }: Scene, { buyer, amount }: MethodSale & { kind: 'boleto' }, uuid: string) {
  if (buyer === 'never pays') return
  // It may be made after its answer.
  const made = await untilAnswered(async () => {
    const sale = await seller.api('GET', `/api/transactions/${uuid}`)
    return sale.body?.status === 'EM_PROCESSAMENTO' ? { ...sale, status: 503 } : sale
  })
  const pixCopiaECola: string | null = made.body.pixKey
  if (pixCopiaECola === null) return
  const other = buyer === 'pays too little' ? { amount: ((amount - 1) / 100).toFixed(2) } : {}
  await payOnce(bankUrl, { pixCopiaECola, ...other }, 1)
  if (buyer === 'pays twice') await payOnce(bankUrl, { pixCopiaECola, again: true }, 2)
}

/** So that this is the nth payment of the boleto. */
async function payOnce(
  bankUrl: () => string,
  body: { pixCopiaECola: string; again?: true },
  nth: number,
): Promise<void> {
  let isFirst = true
  await untilAnswered(async () => {
    if (!isFirst && (await paymentsOf(bankUrl(), body.pixCopiaECola)) >= nth) return ANSWERED
    isFirst = false
    return call(bankUrl(), 'POST', '/sandbox/boleto/pay', { body })
  })
}

async function paymentsOf(bankUrl: string, code: string): Promise<number> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/charges?limit=10000')
  type Charge = { pixCopiaECola: string | null; payments: object[] }
  return body.data.find(({ pixCopiaECola }: Charge) => pixCopiaECola === code)?.payments.length ?? 0
}

async function payTransfer(
  { bankUrl }: Scene,
  { by, buyer, amount, reference: name }: MethodSale & { kind: 'transfer' },
  reference: string,
): Promise<void> {
  if (buyer === 'never pays') return
  const body = { ...ANA, name, amount: (amount / 100).toFixed(2), by, message: `pedido ${reference}` }
  let isFirst = true
  await untilAnswered(async () => {
    if (!isFirst && (await hasSent(bankUrl(), by, name))) return ANSWERED
    isFirst = false
    return call(bankUrl(), 'POST', '/sandbox/transfer', { body })
  })
}

async function hasSent(bankUrl: string, by: 'PIX' | 'TED', name: string): Promise<boolean> {
  const { body } = await call(bankUrl, 'GET', `/sandbox/${by === 'TED' ? 'teds' : 'receipts'}?limit=10000`)
  return body.data.some(({ payer }: { payer: { name: string } }) => payer.name === name)
}
