// What operators are written when one of them is to be removed, or was, in both languages.
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'
import type { Details } from '#mail/mail.ts'
import { quoted } from '../letters/text.ts'

export function operatorLetter(language: Language, change: Details['operator-change'] & { url: string }): Letter {
  const { what, email, name, by, url } = change
  const whom = `${quoted(name)} (${email})`
  if (language === 'en') {
    const who = quoted(by) ?? 'The command line'
    return {
      subject: 'The operators of your gateway change',
      greeting: 'Hello!',
      paragraphs: [
        what === 'PROPOSED'
          ? `${who} proposed to remove ${whom} from the operators. Another operator confirms or rejects it.`
          : `${who} removed ${whom} from the operators. All sessions of this person have ended.`,
      ],
      link: { says: 'See the operators', url },
      notes: ['Is this not right? Look at the proposals and at the audit log now, and change your password.'],
    }
  }
  const who = quoted(by) ?? 'A linha de comando'
  return {
    subject: 'Mudança na operação do seu gateway',
    greeting: 'Olá!',
    paragraphs: [
      what === 'PROPOSED'
        ? `${who} propôs retirar ${whom} da operação. Outra pessoa da operação confirma ou recusa.`
        : `${who} retirou ${whom} da operação. Todas as sessões dessa pessoa foram encerradas.`,
    ],
    link: { says: 'Ver quem opera', url },
    notes: ['Isso não está certo? Veja agora as propostas e a auditoria, e troque sua senha.'],
  }
}
