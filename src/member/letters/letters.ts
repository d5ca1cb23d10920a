// What people are written about their login and their accounts, in both languages. Only texts: nothing is decided here.
import type { Role } from '#http/route.ts'
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'
import { quoted } from './text.ts'

export const ROLES: Record<Language, Record<Role, string>> = {
  'pt-BR': { OWNER: 'proprietário', FINANCE: 'financeiro', DEVELOPER: 'desenvolvedor', READER: 'leitor' },
  en: { OWNER: 'owner', FINANCE: 'finance', DEVELOPER: 'developer', READER: 'reader' },
}

export interface Asked {
  /** null: the operator. */
  inviter: string | null
  /** null: an account is to be opened. */
  account: string | null
  role: Role
  url: string
}

export function invitationLetter(language: Language, { inviter, account, role, url }: Asked): Letter {
  const as = ROLES[language][role]
  if (language === 'en')
    return {
      subject: account === null ? 'Your invitation to Porteira' : 'You are invited to an account',
      greeting: 'Hello!',
      paragraphs:
        account === null
          ? ['You are invited to open an account with Porteira and receive payments by PIX.']
          : [`${quoted(inviter) ?? 'The operator'} invites you to work in the account ${quoted(account)} as ${as}.`],
      link: { says: 'See the invitation', url },
      notes: [
        'The link works for 7 days, once, and for this address only.',
        'Not expecting it? Then ignore this mail.',
      ],
    }
  return {
    subject: account === null ? 'Seu convite para o Porteira' : 'Convite para uma conta',
    greeting: 'Olá!',
    paragraphs:
      account === null
        ? ['Você foi convidado a abrir uma conta no Porteira e receber por PIX.']
        : [`${quoted(inviter) ?? 'O operador'} convidou você para a conta ${quoted(account)}, com o papel de ${as}.`],
    link: { says: 'Ver o convite', url },
    notes: [
      'O link vale por 7 dias, uma única vez e só para este endereço.',
      'Não esperava este convite? É só ignorar este e-mail.',
    ],
  }
}

export function resetLetter(language: Language, { name, url }: { name: string; url: string }): Letter {
  if (language === 'en')
    return {
      subject: 'Set a new password',
      greeting: `Hello, ${name}!`,
      paragraphs: ['Somebody asked for a new password for this address. If it was you, set it here:'],
      link: { says: 'Set a new password', url },
      notes: [
        'The link works for 1 hour and once. With the new password every open session ends, and so does every passkey or authenticator app that you have not confirmed by mail.',
        'It was not you? Then ignore this mail: your password stays as it is.',
      ],
    }
  return {
    subject: 'Crie uma nova senha',
    greeting: `Olá, ${name}!`,
    paragraphs: ['Recebemos um pedido de nova senha para este endereço. Se foi você, crie a senha aqui:'],
    link: { says: 'Criar nova senha', url },
    notes: [
      'O link vale por 1 hora e uma única vez. Com a nova senha terminam todas as sessões abertas e as chaves de acesso e aplicativos autenticadores que você não confirmou por e-mail.',
      'Não foi você? É só ignorar este e-mail: sua senha continua a mesma.',
    ],
  }
}

/** `ended`: absent where the person has changed it in the panel. */
export function changedLetter(
  language: Language,
  { name, ended }: { name: string; ended?: { passkeys: number; authenticatorApp: boolean } },
): Letter {
  const gone = ended === undefined ? [] : goneText(language, ended)
  if (language === 'en')
    return {
      subject: 'Your password was changed',
      greeting: `Hello, ${name}!`,
      paragraphs: [
        ended === undefined
          ? 'Your password was just changed in the panel, and every other session has ended.'
          : 'Your password was just changed by a link from this mailbox, and every open session has ended.',
        ...gone,
      ],
      notes: ['It was not you? Ask for a new password at once, and look at who reads this mailbox.'],
    }
  return {
    subject: 'Sua senha foi alterada',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      ended === undefined
        ? 'Sua senha acabou de ser alterada no painel, e todas as outras sessões foram encerradas.'
        : 'Sua senha acabou de ser alterada por um link enviado a este e-mail, e todas as sessões foram encerradas.',
      ...gone,
    ],
    notes: ['Não foi você? Peça uma nova senha agora mesmo e veja quem mais tem acesso a este e-mail.'],
  }
}

function goneText(language: Language, { passkeys, authenticatorApp }: { passkeys: number; authenticatorApp: boolean }) {
  if (passkeys === 0 && !authenticatorApp) return []
  const [app, keys] =
    language === 'en'
      ? ['the authenticator app', `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`]
      : ['o aplicativo autenticador', `${passkeys} ${passkeys === 1 ? 'chave' : 'chaves'} de acesso`]
  const which = [...(authenticatorApp ? [app] : []), ...(passkeys > 0 ? [keys] : [])]
  return language === 'en'
    ? [`It also ended what this mailbox had not confirmed: ${which.join(' and ')}. Set up anew what you need.`]
    : [`Também terminou o que este e-mail não tinha confirmado: ${which.join(' e ')}. Ative de novo o que precisar.`]
}
