// Before an https address is registered, the bank makes sure that nobody but itself is heard there: a call without its
// certificate has to be turned away, and one with it accepted. Made only where the bank has a certificate.
import { SECOND_MS } from '#kernel/time.ts'
import { type Caller, isAccepted } from '../callbacks.ts'
import type { Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'

const TIMEOUT_MS = 5 * SECOND_MS

/** `skipsMtls`: the customer has other means to know the bank, so that strangers may be heard. */
export async function unproven(
  { clock }: Bank,
  caller: Caller,
  url: string,
  skipsMtls: boolean,
): Promise<Violacao | null> {
  if (!caller.hasCertificate || new URL(url).protocol !== 'https:') return null
  const body = JSON.stringify({ evento: 'teste_webhook', data_criacao: new Date(clock.now()).toISOString() })
  const call = (asStranger: boolean) => caller.post(url, body, { asStranger, timeoutMs: TIMEOUT_MS })
  if (!skipsMtls && isAccepted(await call(true)))
    return violation(url, 'O endereço aceitou uma chamada sem o certificado do banco.')
  const answer = await call(false)
  return isAccepted(answer) ? null : violation(url, `O endereço não aceitou a chamada de teste do banco (${answer}).`)
}

const violation = (url: string, razao: string): Violacao => ({ razao, propriedade: 'webhook.webhookUrl', valor: url })
