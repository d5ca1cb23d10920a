// The mails about second factors: each new one is announced to the person, with a link by which the mailbox confirms it. What was
// not confirmed ends with the next password that is set by mail.
import type { FastifyRequest } from 'fastify'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { languageOf } from '#kernel/language.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { FactorMail } from '#mail/mail.ts'
import type { PersonMail } from '../person-mail.ts'
import { deviceOf } from '../sessions/device.ts'
import { findNames } from '../sessions/store.ts'

export type NewFactor = Pick<FactorMail, 'factor' | 'factorId'>

/** In the transaction that makes it or, where better-auth has made it, right after. */
export async function mailFactorChange(
  mail: PersonMail,
  tx: Transaction,
  { request, userId, now }: { request: FastifyRequest; userId: string; now: Date },
  { factor, factorId }: NewFactor,
): Promise<void> {
  const { email: recipient, name } = await findNames(tx, userId)
  const about = deviceOf(request.headers['user-agent'] ?? null)
  const detail = { name, factor, factorId, ...about, address: request.ip, at: now.toISOString() }
  const language = languageOf(request.headers['accept-language'])
  await mail.write(tx, { kind: 'factor-added', recipient, language, detail })
}

/** To one mailbox within an hour. */
const MAX_ASKED = 5

/** The link once more, because the person asks for it. */
export async function mailConfirmation(
  mail: PersonMail,
  db: Queryable,
  { request, userId, now }: { request: FastifyRequest; userId: string; now: Date },
  { factor, factorId }: NewFactor,
): Promise<void> {
  const { email: recipient, name } = await findNames(db, userId)
  const language = languageOf(request.headers['accept-language'])
  const limit = { max: MAX_ASKED, since: new Date(now.getTime() - HOUR_MS) }
  await mail.write(db, { kind: 'factor-confirmation', recipient, language, detail: { name, factor, factorId }, limit })
}
