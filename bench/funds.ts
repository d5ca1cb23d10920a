// Money for a run over HTTP: one sale, paid at the bank, that covers every cashout.
import { call } from '../test/http.ts'
import { until } from '../test/until.ts'
import type { Ready } from './gateway.ts'

const FUNDS_CENTS = 999_999_999_999

export const keysOf = ({ publicKey, privateKey }: Ready) => ({
  'x-api-public-key': publicKey,
  'x-api-private-key': privateKey,
})

/** Answers the uuid of the sale. */
export async function fund(ready: Ready): Promise<string> {
  const headers = keysOf(ready)
  const request = {
    amount: FUNDS_CENTS,
    paymentMethod: 'PIX',
    customer: { name: 'Maria Silva' },
    items: [{ title: 'Fazenda', unitPrice: FUNDS_CENTS, quantity: 1, tangible: true }],
  }
  const { body } = await call(ready.url, 'POST', '/api/transactions', { body: request, headers })
  await call(ready.bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: body.pixKey } })
  await until(async () => {
    const found = await call(ready.url, 'GET', `/api/transactions/${body.uuid}`, { headers })
    return found.body.status === 'PAGO' ? true : null
  }, 'the funds')
  return body.uuid
}
