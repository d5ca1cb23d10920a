// What the owners of an account are written when it takes no card for a while, in both languages.
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'
import type { Details } from '#mail/mail.ts'
import { momentText, quoted } from './text.ts'

type SwitchedOff = Details['cards-off'] & { url: string }

export function cardsOffLetter(language: Language, { account, declined, approved, until, url }: SwitchedOff): Letter {
  const [name, moment] = [quoted(account), momentText(language, until)]
  if (language === 'en')
    return {
      subject: 'Your account takes no card for now',
      greeting: 'Hello!',
      paragraphs: [
        `Your account ${name} takes no card until ${moment}. Then cards come back by themselves.`,
        `Within ten minutes ${declined} of its payments by card were declined and ${approved} approved. That is what it looks like when somebody tries stolen cards at a shop, so the gateway has switched your cards off.`,
        'Everything else sells as before, and what was paid is yours as before.',
      ],
      link: { says: 'See the account', url },
      notes: [
        'Do you know why so many were declined? Write to the operator of this gateway, who can switch cards on before that.',
      ],
    }
  return {
    subject: 'Sua conta está sem vendas por cartão no momento',
    greeting: 'Olá!',
    paragraphs: [
      `Sua conta ${name} não aceita cartão até ${moment}. Depois disso os cartões voltam sozinhos.`,
      `Em dez minutos, ${declined} pagamentos por cartão foram recusados e ${approved} aprovados. É assim que fica uma loja em que alguém testa cartões roubados; por isso o gateway desligou os seus cartões.`,
      'As outras formas de pagamento continuam funcionando, e o que já foi pago continua sendo seu.',
    ],
    link: { says: 'Ver a conta', url },
    notes: [
      'Sabe por que houve tantas recusas? Escreva ao operador deste gateway: ele pode religar os cartões antes disso.',
    ],
  }
}
