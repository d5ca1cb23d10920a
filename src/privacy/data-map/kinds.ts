// The kinds of personal data of customers that the gateway holds: what each is for, on which legal basis, how long it stays and what becomes of it
// then. The tables of the guides are held to this by a test.

export interface InWords {
  en: string
  pt: string
}

export interface Kind {
  title: InWords
  purpose: InWords
  basis: InWords
  /** The setting by which the operator chooses; null: the time is fixed. */
  setting: string | null
  keeps: InWords
  end: InWords
}

const ERASED: InWords = { en: 'erased, the row stays', pt: 'apagado, o registro fica' }
const PSEUDONYMISED: InWords = {
  en: 'name, document and key erased, the money stays',
  pt: 'nome, documento e chave apagados, o dinheiro fica',
}
const DELETED: InWords = { en: 'deleted', pt: 'excluído' }

const CONTRACT: InWords = { en: 'contract: LGPD art. 7, V', pt: 'contrato: LGPD, art. 7º, V' }
const LAW: InWords = {
  en: 'law: LGPD art. 7, II and 16, I; Circular BCB 3.978/2020, art. 67; CTN art. 173',
  pt: 'lei: LGPD, arts. 7º, II e 16, I; Circular BCB 3.978/2020, art. 67; CTN, art. 173',
}
const RIGHTS: InWords = { en: 'rights: LGPD art. 7, VI; CDC art. 27', pt: 'direitos: LGPD, art. 7º, VI; CDC, art. 27' }
const INTEREST: InWords = { en: 'legitimate interest: LGPD art. 7, IX', pt: 'legítimo interesse: LGPD, art. 7º, IX' }

export const KINDS = {
  cart: {
    title: {
      en: 'Carts, and what a shop fills in for a session',
      pt: 'Carrinhos, e o que a loja preenche numa sessão',
    },
    purpose: { en: 'selling, recovering a cart', pt: 'vender, recuperar um carrinho' },
    basis: CONTRACT,
    setting: 'CART_KEEP_DAYS',
    keeps: { en: '30 days after its end (1 to 365)', pt: '30 dias depois do fim (1 a 365)' },
    end: ERASED,
  },
  'unpaid-sale': {
    title: { en: 'Buyer of a sale that nobody paid', pt: 'Comprador de venda que ninguém pagou' },
    purpose: { en: 'charging, answering the buyer', pt: 'cobrar, responder ao comprador' },
    basis: CONTRACT,
    setting: 'UNPAID_SALE_DAYS',
    keeps: { en: '180 days after it was made (30 to 1825)', pt: '180 dias depois de criada (30 a 1825)' },
    end: ERASED,
  },
  contact: {
    title: {
      en: 'E-mail, phone and address of a paid sale or an ended recurrence',
      pt: 'E-mail, telefone e endereço de venda paga ou recorrência encerrada',
    },
    purpose: { en: 'delivering, refunding, claims of consumers', pt: 'entregar, reembolsar, reclamações de consumo' },
    basis: RIGHTS,
    setting: 'CUSTOMER_CONTACT_DAYS',
    keeps: { en: '1825 days after it (90 to 3650)', pt: '1825 dias depois (90 a 3650)' },
    end: ERASED,
  },
  payer: {
    title: {
      en: 'Name and document of who paid or was repaid: sales, payments, recurrences, refunds, bank statements',
      pt: 'Nome e documento de quem pagou ou foi reembolsado: vendas, pagamentos, recorrências, reembolsos, extratos',
    },
    purpose: {
      en: 'books, taxes, prevention of money laundering',
      pt: 'livros, tributos, prevenção à lavagem de dinheiro',
    },
    basis: LAW,
    setting: 'MONEY_RECORD_YEARS',
    keeps: { en: '10 years after the money moved (5 to 30)', pt: '10 anos depois do movimento (5 a 30)' },
    end: PSEUDONYMISED,
  },
  recipient: {
    title: {
      en: 'PIX key, name and document of who got a cashout',
      pt: 'Chave Pix, nome e documento de quem recebeu um saque',
    },
    purpose: {
      en: 'books, taxes, prevention of money laundering',
      pt: 'livros, tributos, prevenção à lavagem de dinheiro',
    },
    basis: LAW,
    setting: 'MONEY_RECORD_YEARS',
    keeps: { en: '10 years after the money moved (5 to 30)', pt: '10 anos depois do movimento (5 a 30)' },
    end: PSEUDONYMISED,
  },
  beneficiary: {
    title: { en: 'PIX keys that an account trusts', pt: 'Chaves Pix em que a conta confia' },
    purpose: { en: 'protecting cashouts', pt: 'proteger saques' },
    basis: INTEREST,
    setting: 'MONEY_RECORD_YEARS',
    keeps: {
      en: '10 years after the account has removed them (5 to 30)',
      pt: '10 anos depois que a conta as removeu (5 a 30)',
    },
    end: ERASED,
  },
  dispute: {
    title: { en: 'Why a payment was disputed, and the defence', pt: 'Motivo de uma contestação, e a defesa' },
    purpose: { en: 'deciding the dispute', pt: 'decidir a contestação' },
    basis: RIGHTS,
    setting: 'MONEY_RECORD_YEARS',
    keeps: { en: '10 years after it was closed (5 to 30)', pt: '10 anos depois de encerrada (5 a 30)' },
    end: ERASED,
  },
  notification: {
    title: { en: 'Notifications, and the log of their delivery', pt: 'Notificações, e o registro das entregas' },
    purpose: { en: 'telling the shop, proof of what it was told', pt: 'avisar a loja, prova do que foi avisado' },
    basis: CONTRACT,
    setting: 'NOTIFICATION_DAYS',
    keeps: { en: '90 days (7 to 3650)', pt: '90 dias (7 a 3650)' },
    end: DELETED,
  },
  request: {
    title: {
      en: 'Request log, with personal data masked',
      pt: 'Registro de requisições, com dados pessoais ocultados',
    },
    purpose: { en: 'support, security', pt: 'suporte, segurança' },
    basis: INTEREST,
    setting: 'REQUEST_LOG_DAYS',
    keeps: { en: '30 days (0 to 3650)', pt: '30 dias (0 a 3650)' },
    end: DELETED,
  },
  callback: {
    title: { en: 'Callbacks of banks, as they came', pt: 'Avisos dos bancos, como chegaram' },
    purpose: { en: 'booking what was paid', pt: 'lançar o que foi pago' },
    basis: CONTRACT,
    setting: 'CALLBACK_DAYS',
    keeps: { en: '90 days (30 to 3650)', pt: '90 dias (30 a 3650)' },
    end: DELETED,
  },
  answer: {
    title: { en: 'Answers under an idempotency key', pt: 'Respostas sob uma chave de idempotência' },
    purpose: { en: 'no request is done twice', pt: 'nenhuma requisição é feita duas vezes' },
    basis: CONTRACT,
    setting: null,
    keeps: { en: '2 days', pt: '2 dias' },
    end: DELETED,
  },
  'key-memory': {
    title: {
      en: 'PIX keys that were paid, or that no bank knows',
      pt: 'Chaves Pix já pagas, ou que nenhum banco conhece',
    },
    purpose: { en: 'protecting cashouts', pt: 'proteger saques' },
    basis: INTEREST,
    setting: null,
    keeps: {
      en: 'as long as the account holds back first payments; unknown keys for a day',
      pt: 'enquanto a conta segurar primeiros pagamentos; chaves desconhecidas por um dia',
    },
    end: DELETED,
  },
  case: {
    title: {
      en: 'Cases for a person: anomalies, differences, holds, proposals',
      pt: 'Casos para uma pessoa: anomalias, divergências, bloqueios, propostas',
    },
    purpose: { en: 'books, orders of courts', pt: 'livros, ordens judiciais' },
    basis: LAW,
    setting: null,
    keeps: { en: 'as long as the books', pt: 'enquanto os livros' },
    end: {
      en: 'kept: figures and ids, and what operators write',
      pt: 'mantido: valores e identificadores, e o que operadores escrevem',
    },
  },
  monitoring: {
    title: {
      en: 'Movements in cases against money laundering, and who paid or was paid',
      pt: 'Movimentos em casos de prevenção à lavagem de dinheiro, e quem pagou ou recebeu',
    },
    purpose: {
      en: 'prevention of money laundering; handed out to nobody: Lei 9.613/1998, art. 11, II',
      pt: 'prevenção à lavagem de dinheiro; entregue a ninguém: Lei 9.613/1998, art. 11, II',
    },
    basis: LAW,
    setting: null,
    keeps: { en: 'as long as the books', pt: 'enquanto os livros' },
    end: { en: 'kept', pt: 'mantido' },
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as KindName[]

/** A line of the guide's table. */
export function kindRow(name: KindName, language: keyof InWords): string {
  const { title, purpose, basis, setting, keeps, end } = KINDS[name]
  const term = setting === null ? keeps[language] : `${keeps[language]}: \`${setting}\``
  return `| ${[title[language], purpose[language], basis[language], term, end[language]].join(' | ')} |`
}
