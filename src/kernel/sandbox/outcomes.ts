// What a caller writes to make the sandbox bank bring about which outcome: the one list of it. The bank gives each entry its behaviour, the
// panel and the guide tell it, and neither can know an entry that this list has not.

/** What the destination key of a cashout begins with, as an e-mail of any domain, and how the cashout ends; PROCESSING: it never does. */
export const CASHOUT_KEYS = {
  'recusada@': 'FAILED',
  'negada@': 'FAILED',
  'semchave@': 'FAILED',
  'lenta@': 'COMPLETED',
  'muda@': 'COMPLETED',
  'semresposta@': 'COMPLETED',
  'tardia@': 'COMPLETED',
  'perdida@': 'COMPLETED',
  'duplicada@': 'COMPLETED',
  'devolvida@': 'COMPLETED',
  'parcial@': 'COMPLETED',
  'analise@': 'COMPLETED',
  'semsaldo@': 'PROCESSING',
  'contradiz@': 'FAILED',
} as const

export type CashoutKeyStart = keyof typeof CASHOUT_KEYS
export const CASHOUT_KEY_STARTS = Object.keys(CASHOUT_KEYS) as CashoutKeyStart[]

/** What the name of a payer begins with, in any case, and how a refund to that payer ends. The longer name goes first. */
export const REFUND_PAYERS = {
  Recusa: 'FAILED',
  'Tarda e recusa': 'FAILED',
  Tarda: 'COMPLETED',
} as const

export type RefundPayer = keyof typeof REFUND_PAYERS
export const REFUND_PAYER_NAMES = Object.keys(REFUND_PAYERS) as RefundPayer[]

/** What the name of a payer begins with, likewise, who disputes a Pix once it is paid, and how the bank decides that. The longer name goes first. */
export const DISPUTE_PAYERS = {
  'Contesta e ganha': 'FORFEITED',
  'Contesta e perde': 'RELEASED',
  'Contesta e desiste': 'CANCELLED',
  Contesta: 'OPEN',
} as const

export type DisputePayer = keyof typeof DISPUTE_PAYERS
export const DISPUTE_PAYER_NAMES = Object.keys(DISPUTE_PAYERS) as DisputePayer[]

/** What the name of a boleto's customer begins with, likewise, and how they pay it. */
export const BOLETO_PAYERS = {
  'Paga atrasado': 'late',
  'Paga a mais': 'over',
  'Paga a menos': 'under',
  'Volta atrás': 'bounced',
} as const

export type BoletoPayer = keyof typeof BOLETO_PAYERS
export type BoletoOutcome = (typeof BOLETO_PAYERS)[BoletoPayer]
export const BOLETO_PAYER_NAMES = Object.keys(BOLETO_PAYERS) as BoletoPayer[]

const beginsWith = (name: string, start: string): boolean => name.toLowerCase().startsWith(start.toLowerCase())

/** Of these, the one with which the name begins. */
export const startOf = <Start extends string>(starts: readonly Start[], name: string): Start | undefined =>
  starts.find(start => beginsWith(name, start))

/** Whether a buyer of this name does something else than to pay. */
export const isPlayedPayer = (name: string): boolean =>
  startOf<string>([...DISPUTE_PAYER_NAMES, ...REFUND_PAYER_NAMES], name) !== undefined

/** What the name of a recurrence's debtor begins with, by whole words, in any case and with or without accents. Numbers stand for others. */
export const DEBTOR_NAMES = [
  'Sem saldo',
  'À noite',
  'Na retentativa 2',
  'Limite 50,00',
  'Conta encerrada',
  'Divergente',
  'Recusa',
  'Ignora',
  'Cancela débito',
  'Cancela tudo',
  'Atrasa',
  'Muda',
  'Repete',
] as const

export type DebtorName = (typeof DEBTOR_NAMES)[number]

/** A card for each last digit, which decides; the last four of them go by all four. Any date to come and any security code will do. */
export const TEST_CARDS = {
  '4000000000000010': 'approved',
  '4000000000000051': 'wrongData',
  '4000000000000002': 'security',
  '4000000000000093': 'later',
  '4000000000000069': 'noMoney',
  '4000000000000044': 'authentication',
  '4000000000000085': 'review',
  '4000000000000036': 'answerLost',
  '4000000000000028': 'requestLost',
  '4000000000000077': 'contested',
  '4000000000000119': 'authenticated',
  '4000000000000127': 'notAuthenticated',
  '4000000000000135': 'contestedWon',
  '4000000000000143': 'contestedLost',
} as const

export type TestCard = keyof typeof TEST_CARDS
export type CardOutcome = (typeof TEST_CARDS)[TestCard]
export const TEST_CARD_NUMBERS = Object.keys(TEST_CARDS) as TestCard[]
