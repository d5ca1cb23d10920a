// What the owners of an account are written when its people change, in both languages.
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'
import type { Details } from '#mail/mail.ts'
import { ROLES } from './letters.ts'
import { momentText, quoted } from './text.ts'

export type TeamChangeDetails = Details['team-change'] & { url: string }

export function teamLetter(language: Language, change: TeamChangeDetails): Letter {
  const { url } = change
  const words = language === 'en' ? english(change) : portuguese(change)
  return { ...words, link: { ...words.link, url } }
}

type Words = Omit<Letter, 'link'> & { link: { says: string } }

function english({ what, email, role, approvesFrom, by, account }: TeamChangeDetails): Words {
  const as = ROLES.en[role]
  const who = quoted(by) ?? 'Somebody'
  const message = {
    INVITED: `${who} invited ${email} into your account ${quoted(account)} as ${as}.`,
    JOINED: `${email} has joined your account ${quoted(account)} as ${as}.`,
    ROLE: `${who} gave ${email} the role ${as} in your account ${quoted(account)}.`,
    REMOVED: `${who} removed ${email}, who was ${as}, from your account ${quoted(account)}.`,
  }
  const from =
    approvesFrom === null
      ? []
      : [`This person approves cashouts and changes of rules from ${momentText('en', approvesFrom)} on.`]
  return {
    subject: 'The people of your account have changed',
    greeting: 'Hello!',
    paragraphs: [message[what], ...from],
    link: { says: 'See who works for the account' },
    notes: [
      'Was this not you or somebody whom you trust? Remove the person now, change your password and end your sessions.',
    ],
  }
}

function portuguese({ what, email, role, approvesFrom, by, account }: TeamChangeDetails): Words {
  const as = ROLES['pt-BR'][role]
  const who = quoted(by) ?? 'Alguém'
  const message = {
    INVITED: `${who} convidou ${email} para a sua conta ${quoted(account)}, com o papel de ${as}.`,
    JOINED: `${email} entrou na sua conta ${quoted(account)}, com o papel de ${as}.`,
    ROLE: `${who} deu a ${email} o papel de ${as} na sua conta ${quoted(account)}.`,
    REMOVED: `${who} removeu ${email}, que tinha o papel de ${as}, da sua conta ${quoted(account)}.`,
  }
  const from =
    approvesFrom === null
      ? []
      : [`Esta pessoa poderá aprovar saques e mudanças de regras a partir de ${momentText('pt-BR', approvesFrom)}.`]
  return {
    subject: 'Mudança na equipe da sua conta',
    greeting: 'Olá!',
    paragraphs: [message[what], ...from],
    link: { says: 'Ver a equipe da conta' },
    notes: [
      'Não foi você nem alguém da sua confiança? Remova a pessoa agora, troque sua senha e encerre suas sessões.',
    ],
  }
}
