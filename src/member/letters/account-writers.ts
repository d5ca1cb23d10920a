// Writes the mails about an account, moments before they go out: what happened in the time that a mail covers, to those who are members
// still and still want it.
import type { Database } from '#db/postgres.ts'
import { type Centavos, centavos, parseReais } from '#kernel/money.ts'
import { mailedName } from '#kernel/plain-name.ts'
import type { DueMail, MailKind } from '#mail/mail.ts'
import type { Writers } from '#mail/outbox.ts'
import { findHappened, findWanting } from '../account-mail/store.ts'
import {
  disputesLetter,
  failedCashoutsLetter,
  type MailedActivity,
  moneyInLetter,
  switchedOffLetter,
} from './account.ts'

type Kind = 'money-in' | 'disputes' | 'failed-cashouts'

export function accountWriters({
  db,
  panelUrl,
}: {
  db: Database
  panelUrl: () => string
}): Pick<Writers, Kind | 'webhook-switched-off'> {
  /** Who still wants it. Names from before there was a rule for names may hold addresses. */
  async function readerOf(mail: DueMail<MailKind>) {
    const wanting = await findWanting(db, mail)
    if (wanting === null) return null
    return { name: mailedName(wanting.name), account: mailedName(wanting.account), panelUrl: panelUrl() }
  }

  async function activityIn(
    mail: DueMail<Kind>,
    type: string,
    amountIn: (text: string) => Centavos,
  ): Promise<MailedActivity | null> {
    const reader = await readerOf(mail)
    const { since, upTo } = mail.detail
    const stretch = { accountId: mail.accountId, type, since: new Date(since), upTo: new Date(upTo) }
    const { bodies, count, sum } = await findHappened(db, stretch)
    if (reader === null || count === 0) return null
    const lines = bodies.map(body => ({ body, amount: amountIn(String(body.amount)) }))
    return { ...reader, lines, count, sum: amountIn(sum) }
  }

  return {
    async 'money-in'(mail) {
      const activity = await activityIn(mail, 'sale.paid', cents)
      return activity && moneyInLetter(mail.language, activity)
    },
    async disputes(mail) {
      const activity = await activityIn(mail, 'dispute.opened', cents)
      return activity && disputesLetter(mail.language, activity)
    },
    async 'failed-cashouts'(mail) {
      const activity = await activityIn(mail, 'withdrawal.rejected', reais)
      return activity && failedCashoutsLetter(mail.language, activity)
    },
    async 'webhook-switched-off'(mail) {
      const reader = await readerOf(mail)
      return reader && switchedOffLetter(mail.language, { ...reader, ...mail.detail })
    },
  }
}

const cents = (text: string): Centavos => centavos(BigInt(text))
const reais = (text: string): Centavos => parseReais(text) ?? centavos(0n)
