// The buyer of the sandbox bank: pays a code, a boleto or a transfer with play money. It exists for the sandbox's own account in a gateway that was
// started with the sandbox bank, and for no other PSP account, whatever its environment field says.
import { type Centavos, toReais } from '#kernel/money.ts'
import { isSandboxAccount } from '../accounts/first-account.ts'
import type { PspHttp } from '../client/conversation.ts'
import type { Outcome } from '../port.ts'
import type { PspAccount } from '../store.ts'
import { outcomeOf } from './reply.ts'

export interface SandboxBuyer {
  /** Where a person opens the pages of the sandbox bank. */
  address: string
  /** Pays the code once: a code that is paid already is refused. */
  pay(brCode: string): Promise<Outcome<true>>
  /** The same for a boleto: by its Pix, which is credited at once, or by its line. */
  payBoleto(boleto: { brCode: string | null; line: string | null }): Promise<Outcome<true>>
  /** The same for a transfer: by a Pix to the key, which no callback reports. */
  transfer(transfer: { amount: Centavos; reference: string; name: string; document: string }): Promise<Outcome<true>>
}

/** null: real people pay there, or there is no buyer. */
export function sandboxBuyerOf(account: PspAccount, http: PspHttp, withSandbox: boolean): SandboxBuyer | null {
  if (!withSandbox || !isSandboxAccount(account)) return null
  const post = async (path: string, body: object) => outcomeOf(await http.call('POST', path, body), () => true as const)
  return {
    address: account.baseUrl,
    pay: pixCopiaECola => post('/sandbox/pay', { pixCopiaECola }),
    payBoleto: ({ brCode, line }) =>
      post('/sandbox/boleto/pay', brCode === null ? { line } : { pixCopiaECola: brCode }),
    transfer: ({ amount, reference, ...payer }) =>
      post('/sandbox/transfer', { amount: toReais(amount), by: 'PIX', message: reference, once: true, ...payer }),
  }
}
