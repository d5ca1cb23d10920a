// Raises an alert once a day for each certificate that ends soon: those that PSPs are shown, and that of the callback server.

import { startDueLoop } from '#db/queue/due.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import { DAY_MS } from '#kernel/time.ts'
import { findPspAccountVersions } from '#psp/store.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { CallbackServer } from './routes/callback-listener.ts'

export function watchCertificates(
  resources: AsyncDisposableStack,
  { db, psps, alerts, clock, log }: Infrastructure,
  callbackServer: CallbackServer | null,
): void {
  // The days that are left are not named: the same alert is counted every day.
  function lookAtOwn(days: number | null): void {
    const certificate = 'CALLBACK_TLS_CERT_FILE'
    const within = expiresWithin(days)
    if (within === 'expired') alerts.raise('CALLBACK_CERTIFICATE_EXPIRED', { certificate }, null)
    else if (within !== null) alerts.raise('CALLBACK_CERTIFICATE_EXPIRES', { certificate, days: within }, null)
  }

  function lookAtPsp(pspAccountId: number, days: number | null): void {
    const certificate = `PSP account ${pspAccountId}`
    const subject = aboutPsp(pspAccountId)
    const within = expiresWithin(days)
    if (within === 'expired') alerts.raise('PSP_CERTIFICATE_EXPIRED', { certificate }, subject)
    else if (within !== null) alerts.raise('PSP_CERTIFICATE_EXPIRES', { certificate, days: within }, subject)
  }

  async function round(): Promise<boolean> {
    if (callbackServer !== null) lookAtOwn(daysLeft(callbackServer.certificate(), clock()))
    const accounts = (await findPspAccountVersions(db, clock())).filter(({ inUse }) => inUse)
    // A PSP account that cannot be opened is reported by the call of its PSP.
    for (const { id } of accounts) lookAtPsp(id, await psps.certificateDaysLeft(id).catch(() => null))
    return false
  }

  const loop = startDueLoop({ name: 'certificates', everyMs: DAY_MS, log, round })
  resources.defer(() => loop.stop())
}

const SOON = [7, 30] as const

/** null: it does not expire soon, or there is none. */
function expiresWithin(days: number | null): (typeof SOON)[number] | 'expired' | null {
  if (days === null) return null
  return days < 0 ? 'expired' : (SOON.find(soon => days < soon) ?? null)
}
