// A webhook made in the panel, and a receiver's check of what is sent to it.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Person } from '../access/person.ts'
import type { Answer } from '../http.ts'
import type { Notification } from '../receiver.ts'

export async function create(person: Person, body: object): Promise<Answer['body']> {
  const answer = await person.call('POST', '/api/webhook', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** Status and code of a refusal in the panel's shape. */
export const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]

/** As a seller would: over the raw bytes, within five minutes. */
export function verify(secret: string, { headers, raw }: Notification): void {
  const timestamp = String(headers['x-service-timestamp'])
  assert.ok(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex')
  assert.equal(headers['x-service-signature'], `sha256=${expected}`)
}
