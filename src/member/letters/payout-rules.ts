// What the owners of an account are written when a change of its payout rules that protects less was proposed, in both languages.
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'
import type { Details } from '#mail/mail.ts'
import { momentText, quoted } from './text.ts'

type Proposed = Details['rule-change'] & { url: string }

export function ruleLetter(language: Language, { account, by, aloneFrom, url }: Proposed): Letter {
  if (language === 'en')
    return {
      subject: 'A cashout rule of your account may be weakened',
      greeting: 'Hello!',
      paragraphs: [
        `${quoted(by) ?? 'Somebody'} proposed a change of the cashout rules of your account ${quoted(account)} that protects less.`,
        aloneFrom === null
          ? 'It is in force when other people of the account have agreed.'
          : `Nobody else has to agree: whoever proposed it can confirm it from ${momentText(language, aloneFrom)} on.`,
      ],
      link: { says: 'See the rules', url },
      notes: [
        'Was this not you or somebody whom you trust? Take the proposal back now, change your password and end your sessions.',
      ],
    }
  return {
    subject: 'Uma regra de saque da sua conta pode ser afrouxada',
    greeting: 'Olá!',
    paragraphs: [
      `${quoted(by) ?? 'Alguém'} propôs uma mudança que afrouxa as regras de saque da sua conta ${quoted(account)}.`,
      aloneFrom === null
        ? 'Ela passa a valer quando outras pessoas da conta concordarem.'
        : `Ninguém mais precisa concordar: quem propôs pode confirmar a partir de ${momentText(language, aloneFrom)}.`,
    ],
    link: { says: 'Ver as regras', url },
    notes: [
      'Não foi você nem alguém da sua confiança? Desfaça a proposta agora, troque sua senha e encerre suas sessões.',
    ],
  }
}
