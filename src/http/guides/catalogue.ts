// Which guides there are, and what they are called in each language. The Markdown lies in docs/guides, the Portuguese one in its folder pt.

export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export interface GuideTitle {
  title: string
  about: string
}

export const GUIDES = {
  integrate: {
    pt: { title: 'Integração', about: 'Chaves, saldo, vendas, reembolsos, saques, extrato e erros.' },
    en: { title: 'Integrating', about: 'Keys, balance, sales, refunds, cashouts, statement and errors.' },
  },
  checkout: {
    pt: { title: 'Checkout', about: 'Links de pagamento, sessões, carrinhos e a página do comprador.' },
    en: { title: 'Checkout', about: 'Payment links, sessions, carts and the page of the buyer.' },
  },
  recurring: {
    pt: { title: 'Pix Automático', about: 'Recorrências, suas jornadas e as cobranças de cada ciclo.' },
    en: { title: 'Recurring PIX', about: 'Recurrences, their journeys and the debits of each cycle.' },
  },
  notifications: {
    pt: { title: 'Notificações', about: 'Webhooks e postbacks: assinatura, repetição, reenvio e eventos.' },
    en: { title: 'Notifications', about: 'Webhooks and postbacks: signature, retries, resends and events.' },
  },
  'sandbox-bank': {
    pt: { title: 'Banco de testes', about: 'O banco que vem junto: pagar, recusar, atrasar e contestar.' },
    en: { title: 'Sandbox bank', about: 'The bank that comes along: pay, refuse, delay and contest.' },
  },
  privacy: {
    pt: {
      title: 'Dados pessoais',
      about: 'LGPD: o que se guarda de clientes, por quanto tempo, e como atender pedidos.',
    },
    en: { title: 'Personal data', about: 'LGPD: what is kept of customers, for how long, and how to answer requests.' },
  },
  'legal-requests': {
    pt: { title: 'Ofícios', about: 'Quando uma autoridade pede registros: responder, provar e guardar segredo.' },
    en: {
      title: 'Legal requests',
      about: 'When an authority asks for records: answering, proving and keeping it secret.',
    },
  },
  operate: {
    pt: { title: 'Operação', about: 'Instalar, configurar, vigiar e recuperar um gateway.' },
    en: { title: 'Operating', about: 'Installing, configuring, watching and recovering a gateway.' },
  },
  backup: {
    pt: { title: 'Backups', about: 'Copiar um gateway em funcionamento, conferir a cópia e restaurá-la.' },
    en: { title: 'Backups', about: 'Copying a gateway at work, verifying the copy and restoring it.' },
  },
  'several-hosts': {
    pt: { title: 'Vários hosts', about: 'Vários gateways num banco de dados, e um banco cuja réplica assume.' },
    en: { title: 'Several hosts', about: 'Several gateways on one database, and a database whose standby takes over.' },
  },
  runbooks: {
    pt: { title: 'Roteiros', about: 'O que fazer em cada alerta, e o que não fazer.' },
    en: { title: 'Runbooks', about: 'What to do about each alert, and what not to do.' },
  },
} as const satisfies Record<string, Record<Language, GuideTitle>>

export type GuideName = keyof typeof GUIDES

export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[]

export const isLanguage = (text: string): text is Language => LANGUAGES.some(one => one === text)
export const isGuide = (text: string): text is GuideName => GUIDE_NAMES.some(one => one === text)

/** In the form of HTML and HTTP. */
export const LANGUAGE_TAGS: Record<Language, string> = { pt: 'pt-BR', en: 'en' }
