// Writes the mails about an account, moments before they go out: what happened in the time that a mail covers, to those who are members
// still and still want it.
import type { Database } from '#db/postgres.ts'
import { type Centavos, centavos, parseReais } from '#kernel/money.ts'
import type { DueMail } from '#mail/mail.ts'
import type { Writers } from '#mail/outbox.ts'
import { disputesLetter, failedCashoutsLetter, moneyInLetter, switchedOffLetter, type Told } from './account-letters.ts'
import { findHappened, findWanting } from './account-mail-store.ts'

type Kind = 'money-in' | 'disputes' | 'failed-cashouts'

export function accountWriters({
  db,
  panelUrl,
}: {
  db: Database
  panelUrl: () => string
}): Pick<Writers, Kind | 'webhook-switched-off'> {
  async function told(mail: DueMail<Kind>, type: string, amountIn: (text: string) => Centavos): Promise<Told | null> {
    const person = await findWanting(db, mail)
    const { since, upTo } = mail.detail
    const stretch = { accountId: mail.accountId, type, since: new Date(since), upTo: new Date(upTo) }
    const { bodies, count, sum } = await findHappened(db, stretch)
    if (person === null || count === 0) return null
    const lines = bodies.map(body => ({ body, amount: amountIn(String(body.amount)) }))
    return { ...person, panelUrl: panelUrl(), lines, count, sum: amountIn(sum) }
  }

  return {
    async 'money-in'(mail) {
      const news = await told(mail, 'sale.paid', cents)
      return news && moneyInLetter(mail.language, news)
    },
    async disputes(mail) {
      const news = await told(mail, 'dispute.opened', cents)
      return news && disputesLetter(mail.language, news)
    },
    async 'failed-cashouts'(mail) {
      const news = await told(mail, 'withdrawal.rejected', reais)
      return news && failedCashoutsLetter(mail.language, news)
    },
    async 'webhook-switched-off'(mail) {
      const person = await findWanting(db, mail)
      return person && switchedOffLetter(mail.language, { ...person, panelUrl: panelUrl(), ...mail.detail })
    },
  }
}

const cents = (text: string): Centavos => centavos(BigInt(text))
const reais = (text: string): Centavos => parseReais(text) ?? centavos(0n)
