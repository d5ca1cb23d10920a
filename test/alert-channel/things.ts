// Channels of alerts for tests: made by an operator over HTTP, and alerts that are raised as the gateway raises them.
import assert from 'node:assert/strict'
import { openAlerts } from '#alert/alerts.ts'
import type { AlertCode } from '#alert/catalogue/catalogue.ts'
import type { Person } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'

export const CHANNELS = '/api/admin/alert-channels'
export const SWITCH = '/api/admin/dead-mans-switch'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
export async function channel(olga: Person, body: Record<string, unknown>): Promise<any> {
  const made = await olga.call('POST', CHANNELS, { name: String(body.kind).toLowerCase(), ...body })
  assert.equal(made.status, 201, made.text)
  return made.body
}

/** Raises an alert in the store, as another process of this gateway would. */
export async function raise(
  gateway: TestGateway,
  code: AlertCode & ('BOOKS_DO_NOT_ADD_UP' | 'MAIL_NOT_SENT' | 'RECOVERY_ENTERED'),
  what: string,
): Promise<void> {
  const alerts = openAlerts({ db: gateway.db, clock: gateway.now, log: { error() {}, info() {} } })
  if (code === 'BOOKS_DO_NOT_ADD_UP') alerts.raise(code, { things: 1, findings: [what] }, null)
  else if (code === 'MAIL_NOT_SENT') alerts.raise(code, { reason: what }, null)
  else alerts.raise(code, { since: gateway.now(), reason: what, from: gateway.now() }, null)
  await alerts.stop()
}
