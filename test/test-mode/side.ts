// The two sides of a seller in a gateway with test mode: the same person, in the live account and in its twin.
import assert from 'node:assert/strict'
import type { Person } from '../access/person.ts'
import { type Seller, sellerOf, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'

/** The same person, whose browser acts for another account of theirs. */
export const actingFor = (person: Person, accountId: number): Person => ({
  ...person,
  accountId,
  call: (method, path, body, headers = {}) =>
    person.call(method, path, body, { 'x-account-id': `${accountId}`, ...headers }),
})

/** Opens the test account of the person's account, and answers the person there. */
export async function inTestMode(person: Person): Promise<Person> {
  const opened = await person.call('POST', '/api/account/test')
  assert.ok(opened.status < 300, opened.text)
  return actingFor(person, opened.body.accountId)
}

/** With a pair of keys of that account. */
export const keysOf = (gateway: TestGateway, person: Person): Promise<Seller> => sellerOf(gateway, person)

/** As the seller sees the gateway when everything is paid at the test bank. */
export function atTestBank(gateway: TestGateway): TestGateway {
  const bankUrl = gateway.testBankUrl
  if (bankUrl === null) throw new Error('open the gateway with test mode')
  return {
    ...gateway,
    bankUrl,
    pay: (pixCopiaECola, more = {}) => call(bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola, ...more } }),
  }
}
