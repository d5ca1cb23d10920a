// Rings once a day for every certificate of this house that ends soon: those shown to PSPs, and the one of the callback door.
import { startDueLoop } from '#db/queue/due.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import { DAY_MS } from '#kernel/time.ts'
import { findPspAccountVersions } from '#psp/store.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { CallbackServer } from './routes/callback-listener.ts'

export function watchCertificates(
  resources: AsyncDisposableStack,
  { db, psps, alert, clock, log }: Infrastructure,
  callbackServer: CallbackServer | null,
): void {
  const look = (certificate: string, days: number | null) => {
    const message = days === null ? null : sentenceFor(days)
    // The day is left out, so that the same alarm rings every day.
    if (message !== null) alert(message, { certificate })
  }

  async function round(): Promise<boolean> {
    if (callbackServer !== null) look('CALLBACK_TLS_CERT_FILE', daysLeft(callbackServer.certificate(), clock()))
    const accounts = (await findPspAccountVersions(db, clock())).filter(({ inUse }) => inUse)
    // An account that cannot be opened is told of by whoever calls its PSP.
    for (const { id } of accounts) look(`PSP account ${id}`, await psps.certificateDaysLeft(id).catch(() => null))
    return false
  }

  const loop = startDueLoop({ name: 'certificates', everyMs: DAY_MS, log, round })
  resources.defer(() => loop.stop())
}

const SOON = [
  { days: 7, message: 'a certificate expires within 7 days' },
  { days: 30, message: 'a certificate expires within 30 days' },
]

function sentenceFor(days: number): string | null {
  if (days < 0) return 'a certificate has expired'
  return SOON.find(soon => days < soon.days)?.message ?? null
}
