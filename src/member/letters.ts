// What people are written about their login and their accounts, in both languages. Only texts: nothing is decided here.
import type { Role } from '#http/route.ts'
import type { Language } from '#kernel/language.ts'
import type { Letter } from '#mail/letter.ts'

const ROLES: Record<Language, Record<Role, string>> = {
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
      subject: account === null ? 'Your invitation to Porteira' : `You are invited to ${account}`,
      greeting: 'Hello!',
      paragraphs:
        account === null
          ? ['You are invited to open an account with Porteira and receive payments by PIX.']
          : [`${inviter ?? 'The operator'} invites you to work in the account ${account} as ${as}.`],
      link: { says: 'See the invitation', url },
      notes: [
        'The link works for 7 days, once, and for this address only.',
        'Not expecting it? Then ignore this mail.',
      ],
    }
  return {
    subject: account === null ? 'Seu convite para o Porteira' : `Convite para ${account}`,
    greeting: 'Olá!',
    paragraphs:
      account === null
        ? ['Você foi convidado a abrir uma conta no Porteira e receber por PIX.']
        : [`${inviter ?? 'O operador'} convidou você para a conta ${account}, com o papel de ${as}.`],
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
        'The link works for 1 hour and once. With the new password every open session ends.',
        'It was not you? Then ignore this mail: your password stays as it is.',
      ],
    }
  return {
    subject: 'Crie uma nova senha',
    greeting: `Olá, ${name}!`,
    paragraphs: ['Recebemos um pedido de nova senha para este endereço. Se foi você, crie a senha aqui:'],
    link: { says: 'Criar nova senha', url },
    notes: [
      'O link vale por 1 hora e uma única vez. Com a nova senha, todas as sessões abertas são encerradas.',
      'Não foi você? É só ignorar este e-mail: sua senha continua a mesma.',
    ],
  }
}

export function changedLetter(language: Language, { name }: { name: string }): Letter {
  if (language === 'en')
    return {
      subject: 'Your password was changed',
      greeting: `Hello, ${name}!`,
      paragraphs: ['Your password was just changed by a link from this mailbox, and every open session has ended.'],
      notes: ['It was not you? Ask for a new password at once, and look at who reads this mailbox.'],
    }
  return {
    subject: 'Sua senha foi alterada',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      'Sua senha acabou de ser alterada por um link enviado a este e-mail, e todas as sessões foram encerradas.',
    ],
    notes: ['Não foi você? Peça uma nova senha agora mesmo e veja quem mais tem acesso a este e-mail.'],
  }
}
