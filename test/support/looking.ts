// An account that is looked at for support, and an operator who looks.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator, signIn } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'

export const WHY = 'Chamado 4711: o saque não chegou'
export const FORBIDDEN = [403, 'FORBIDDEN']

export const opens = (person: Person, accountId: number, reason = WHY) =>
  person.call('POST', `/api/admin/accounts/${accountId}/support-views`, { reason })
export const ends = (person: Person, id: string) => person.call('POST', `/api/admin/support-views/${id}/end`)
export const of = ({ accountId }: { accountId: number }) => ({ 'x-account-id': String(accountId) })
export const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

export interface Looking {
  gateway: TestGateway
  ana: Person
  olga: Person
  /** Reads in Ana's account, or in this one. */
  looks(person: Person, path: string, at?: { accountId: number }): Promise<Answer>
}

export async function openLooking(): Promise<Looking> {
  const gateway = await openTestGateway()
  const ana = await register(gateway, 'Loja da Ana')
  await gateway.db.query(sql`update account set status = 'ACTIVE', seal = default`)
  const looks: Looking['looks'] = (person, path, at = ana) => person.call('GET', path, undefined, of(at))
  return { gateway, ana, olga: await registerOperator(gateway), looks }
}

/** A view of Ana's account, in a session of its own, which ends with the block. */
export async function viewing({ gateway, ana, olga }: Looking, person = olga) {
  const here = await signIn(gateway, person)
  const { body, status } = await opens(here, ana.accountId)
  assert.equal(status, 201)
  return {
    ...here,
    view: body,
    [Symbol.asyncDispose]: async () => void (await ends(here, body.id)),
  }
}
