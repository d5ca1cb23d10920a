// Raises an alert once a day for each certificate that ends soon: those that PSPs are shown, and that of the callback server. Once an hour it
// looks whether one was renewed, and closes its alerts.
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { PspsDeps } from '../deps.ts'
import type { PspDirectory } from '../directory.ts'
import { findPspAccountVersions } from '../store.ts'

export function startCertificateWatch(
  deps: Pick<PspsDeps, 'alerts' | 'log' | 'clock' | 'db'> & {
    psps: Pick<PspDirectory, 'certificateDaysLeft'>
    /** What the callback server shows, in PEM; null: there is none of its own. */
    ownCertificate: (() => string) | null
  },
): DueLoop {
  const { db, psps, alerts, clock, log, ownCertificate } = deps
  let looks = 0
  let raises = true

  // The days that are left are not named: the same alert is counted every day.
  function lookAtOwn(days: number | null): void {
    const certificate = 'CALLBACK_TLS_CERT_FILE'
    const within = expiresWithin(days)
    if (within !== 'expired') alerts.resolve('CALLBACK_CERTIFICATE_EXPIRED', null)
    else if (raises) alerts.raise('CALLBACK_CERTIFICATE_EXPIRED', { certificate }, null)
    if (within === null) alerts.resolve('CALLBACK_CERTIFICATE_EXPIRES', null)
    else if (raises && within !== 'expired')
      alerts.raise('CALLBACK_CERTIFICATE_EXPIRES', { certificate, days: within }, null)
  }

  function lookAtPsp(pspAccountId: number, days: number | null): void {
    const certificate = `PSP account ${pspAccountId}`
    const subject = aboutPsp(pspAccountId)
    const within = expiresWithin(days)
    if (within !== 'expired') alerts.resolve('PSP_CERTIFICATE_EXPIRED', subject)
    else if (raises) alerts.raise('PSP_CERTIFICATE_EXPIRED', { certificate }, subject)
    if (within === null) alerts.resolve('PSP_CERTIFICATE_EXPIRES', subject)
    else if (raises && within !== 'expired')
      alerts.raise('PSP_CERTIFICATE_EXPIRES', { certificate, days: within }, subject)
  }

  async function round(): Promise<boolean> {
    raises = looks % LOOKS_A_DAY === 0
    looks++
    if (ownCertificate !== null) lookAtOwn(daysLeft(ownCertificate(), clock()))
    const accounts = (await findPspAccountVersions(db, clock())).filter(({ inUse }) => inUse)
    for (const { id } of accounts) {
      // A PSP account that cannot be opened is reported by the call of its PSP, and nothing is known of its certificate.
      const days = await psps.certificateDaysLeft(id).catch(() => undefined)
      if (days !== undefined) lookAtPsp(id, days)
    }
    return false
  }

  return startDueLoop({ name: 'certificates', everyMs: HOUR_MS, log, round })
}

const LOOKS_A_DAY = 24
const SOON = [7, 30] as const

/** null: it does not expire soon, or there is none. */
function expiresWithin(days: number | null): (typeof SOON)[number] | 'expired' | null {
  if (days === null) return null
  return days < 0 ? 'expired' : (SOON.find(soon => days < soon) ?? null)
}
