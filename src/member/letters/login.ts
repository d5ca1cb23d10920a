// Mails to people about how they sign in: an address to confirm, a new second factor, a new device. Only texts. No word that
// another person has chosen stands in them but the person's own name, and not even that before the address is confirmed.
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'
import type { FactorMail, Whence } from '#mail/mail.ts'
import { momentText } from './text.ts'

export function confirmAddressLetter(language: Language, { url }: { url: string }): Letter {
  if (language === 'en')
    return {
      subject: 'Confirm your e-mail address',
      greeting: 'Hello!',
      paragraphs: ['Somebody has registered with this address. If it was you, confirm it with the password you chose:'],
      link: { says: 'Confirm the address', url },
      notes: ['The link works for 24 hours and once.', 'It was not you? Then ignore this mail: nothing was created.'],
    }
  return {
    subject: 'Confirme o seu e-mail',
    greeting: 'Olá!',
    paragraphs: ['Alguém se cadastrou com este e-mail. Se foi você, confirme com a senha que escolheu:'],
    link: { says: 'Confirmar e-mail', url },
    notes: ['O link vale por 24 horas e uma única vez.', 'Não foi você? É só ignorar este e-mail: nada foi criado.'],
  }
}

/** A person registers with an address that signs in already. */
export function addressKnownLetter(language: Language, { url }: { url: string }): Letter {
  if (language === 'en')
    return {
      subject: 'You have access already',
      greeting: 'Hello!',
      paragraphs: ['Somebody has tried to register with this address, which has access already. Just sign in:'],
      link: { says: 'Sign in', url },
      notes: [
        'Have you forgotten your password? There is a link for that on the same page.',
        'It was not you? Nothing was changed.',
      ],
    }
  return {
    subject: 'Você já tem acesso',
    greeting: 'Olá!',
    paragraphs: ['Alguém tentou se cadastrar com este e-mail, que já tem acesso. É só entrar:'],
    link: { says: 'Entrar', url },
    notes: ['Esqueceu a senha? Na mesma página há um link para isso.', 'Não foi você? Nada mudou.'],
  }
}

const FACTORS: Record<Language, Record<FactorMail['factor'], string>> = {
  'pt-BR': {
    passkey: 'Uma nova chave de acesso abre a sua conta.',
    app: 'Um aplicativo autenticador foi ativado na sua conta.',
    codes: 'Novos códigos de recuperação foram gerados para a sua conta.',
  },
  en: {
    passkey: 'A new passkey opens your account.',
    app: 'An authenticator app was turned on for your account.',
    codes: 'New recovery codes were made for your account.',
  },
}

/** `url`: where it is confirmed; null: there is nothing left to confirm. `whence`: null where the person has asked for the link. */
export function factorLetter(language: Language, { name, factor, whence, url, resetUrl }: FactorLetter): Letter {
  const what = FACTORS[language][factor]
  const from = whence === null ? [] : [whenceText(language, whence)]
  if (language === 'en')
    return {
      subject: 'A new way into your account',
      greeting: `Hello, ${name}!`,
      paragraphs: [what, ...from, 'Was it you? Confirm it, so that it stays when you set a new password by mail.'],
      ...(url !== null && { link: { says: 'It was me: confirm', url } }),
      notes: [`It was not you? Set a new password at ${resetUrl}: that ends it, and every session.`],
    }
  return {
    subject: 'Nova forma de entrar na sua conta',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      what,
      ...from,
      'Foi você? Confirme, para que ela continue valendo quando você criar uma nova senha por e-mail.',
    ],
    ...(url !== null && { link: { says: 'Fui eu: confirmar', url } }),
    notes: [`Não foi você? Crie uma nova senha em ${resetUrl}: isso a encerra, com todas as sessões.`],
  }
}

interface FactorLetter {
  name: string
  factor: FactorMail['factor']
  whence: Whence | null
  url: string | null
  resetUrl: string
}

export function sessionLetter(language: Language, name: string, whence: Whence, resetUrl: string): Letter {
  if (language === 'en')
    return {
      subject: 'Your account was opened in a new browser',
      greeting: `Hello, ${name}!`,
      paragraphs: [
        'Somebody has signed in to your account in a browser that was not used before.',
        whenceText(language, whence),
      ],
      notes: [
        `It was not you? Set a new password at ${resetUrl}: that ends every session.`,
        'It was you? Then all is well.',
      ],
    }
  return {
    subject: 'Sua conta foi aberta em um novo navegador',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      'Alguém entrou na sua conta por um navegador que ainda não tinha sido usado.',
      whenceText(language, whence),
    ],
    notes: [
      `Não foi você? Crie uma nova senha em ${resetUrl}: isso encerra todas as sessões.`,
      'Foi você? Então está tudo certo.',
    ],
  }
}

function whenceText(language: Language, { browser, system, address, at }: Whence): string {
  const unknown = language === 'en' ? 'unknown browser' : 'navegador desconhecido'
  const device = [browser, system].filter(word => word !== null).join(', ') || unknown
  return [momentText(language, at), device, `${language === 'en' ? 'address' : 'endereço'} ${address}.`].join(', ')
}
