// Rings once a day for every certificate of this house that ends soon: those shown to PSPs, and the one of the callback door.
import { startDueLoop } from '#db/due.ts'
import { daysLeft } from '#kernel/certificate.ts'
import { DAY_MS } from '#kernel/time.ts'
import { findPspAccountVersions } from '#psp/store.ts'
import type { CallbackDoor } from './callback-door.ts'
import type { Ground } from './ground.ts'

export function watchCertificates(
  parts: AsyncDisposableStack,
  { db, psps, alarm, clock, log }: Ground,
  callbackDoor: CallbackDoor | null,
): void {
  const look = (certificate: string, days: number | null) => {
    const said = days === null ? null : sentenceFor(days)
    // The day is left out, so that the same alarm rings every day.
    if (said !== null) alarm(said, { certificate })
  }

  async function round(): Promise<boolean> {
    if (callbackDoor !== null) look('CALLBACK_TLS_CERT_FILE', daysLeft(callbackDoor.certificate(), clock()))
    const accounts = (await findPspAccountVersions(db, clock())).filter(({ inUse }) => inUse)
    // An account that cannot be opened is told of by whoever calls its PSP.
    for (const { id } of accounts) look(`PSP account ${id}`, await psps.certificateDaysLeft(id).catch(() => null))
    return false
  }

  const loop = startDueLoop({ name: 'certificates', everyMs: DAY_MS, log, round })
  parts.defer(() => loop.stop())
}

const SOON = [
  { days: 7, said: 'a certificate expires within 7 days' },
  { days: 30, said: 'a certificate expires within 30 days' },
]

function sentenceFor(days: number): string | null {
  if (days < 0) return 'a certificate has expired'
  return SOON.find(soon => days < soon.days)?.said ?? null
}
