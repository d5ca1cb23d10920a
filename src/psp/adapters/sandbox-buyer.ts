// The buyer of the sandbox bank: pays a code, a boleto or a transfer with play money. It exists for the sandbox's own account in a gateway that was
// started with the sandbox bank, and for no other PSP account, whatever its environment field says.
import { type Centavos, toReais } from '#kernel/money.ts'
import type { TestCard } from '#kernel/sandbox/outcomes.ts'
import { isSandboxAccount } from '../accounts/first-account.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Outcome } from '../port.ts'
import type { PspAccount } from '../store.ts'
import { fields, outcomeOf, text } from './reply.ts'

export interface SandboxBuyer {
  /** Where a person opens the pages of the sandbox bank. */
  address: string
  /** Pays the code once: a code that is paid already is refused, unless the buyer is told to pay all the same. */
  pay(brCode: string, how?: PaidHow): Promise<Outcome<true>>
  /** The same for a boleto: by its Pix, which is credited at once, or by its line. A boleto knows no payer. */
  payBoleto(
    boleto: { brCode: string | null; line: string | null },
    how?: Omit<PaidHow, 'payerName'>,
  ): Promise<Outcome<true>>
  /** The same for a transfer: by a Pix to the key, which no callback reports. */
  transfer(transfer: { amount: Centavos; reference: string; name: string; document: string }): Promise<Outcome<true>>
  /** Authorises a recurrence by a code that offers it and no payment, in the app of the payer's bank. */
  authorise(idRec: string, brCode: string): Promise<Outcome<true>>
  /** What the frame of the acquirer makes of a card that is typed there. */
  cardToken(number: TestCard, funding: 'credit' | 'debit'): Promise<Outcome<string>>
}

export interface PaidHow {
  /** The bank's own test buyer by default. What it begins with decides what becomes of a refund. */
  payerName?: string | undefined
  /** Another one than the charge's. */
  amount?: Centavos | undefined
  /** Pays also what is paid already, has expired or was cancelled. */
  evenIfEnded?: boolean | undefined
}

const PAYER_DOCUMENT = '12345678909'
const CARD = { expirationMonth: '12', expirationYear: '2049', cvv: '123' }

/** null: real people pay there, or there is no buyer. */
export function sandboxBuyerOf(account: PspAccount, http: PspHttp, withSandbox: boolean): SandboxBuyer | null {
  if (!withSandbox || !isSandboxAccount(account)) return null
  const post = async (path: string, body: object) => outcomeOf(await http.call('POST', path, body), () => true as const)
  return {
    address: account.baseUrl,
    pay: (pixCopiaECola, { payerName, ...how } = {}) =>
      post('/sandbox/pay', {
        pixCopiaECola,
        ...(payerName !== undefined && { payer: { name: payerName, document: PAYER_DOCUMENT } }),
        ...chosen(how),
      }),
    payBoleto: ({ brCode, line }, how = {}) =>
      post('/sandbox/boleto/pay', { ...(brCode === null ? { line } : { pixCopiaECola: brCode }), ...chosen(how) }),
    transfer: ({ amount, reference, ...payer }) =>
      post('/sandbox/transfer', { amount: toReais(amount), by: 'PIX', message: reference, once: true, ...payer }),
    authorise: (idRec, pixCopiaECola) =>
      post(`/sandbox/app/rec/${encodeURIComponent(idRec)}/accept`, { pixCopiaECola }),
    cardToken: async (number, funding) =>
      outcomeOf(await http.call('POST', '/cartao/token', { number, funding, ...CARD }), body =>
        text(fields(body).payment_token),
      ),
  }
}

const chosen = ({ amount, evenIfEnded = false }: Omit<PaidHow, 'payerName'>) => ({
  ...(amount !== undefined && { amount: toReais(amount) }),
  ...(evenIfEnded && { again: true, late: true }),
})
