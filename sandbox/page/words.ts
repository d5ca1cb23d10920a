// How the page speaks: money, dates, documents and refusals in Brazilian Portuguese, and amounts as Brazilians type them.
import { type Centavos, toReais } from '#kernel/money.ts'

/** 123456n -> "R$ 1.234,56", with a space that does not break. */
export function inReais(amount: Centavos): string {
  const [whole = '0', cents = '00'] = toReais(amount).replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${amount < 0n ? '−' : ''}R$\u00a0${grouped},${cents}`
}

/** "R$ 1.234,5" -> "1234.5", the form that the bank reads; whether it is an amount is not decided here. */
export function typedAmount(text: string): string {
  const bare = text.replace(/R\$|\s/g, '')
  return bare.includes(',') ? bare.replaceAll('.', '').replace(',', '.') : bare
}

const SHORT = {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const
const MOMENT = new Intl.DateTimeFormat('pt-BR', { ...SHORT, year: 'numeric', second: '2-digit' })
const SHORT_MOMENT = new Intl.DateTimeFormat('pt-BR', SHORT)

/** "21/11/2025 às 09:12:03", in the time of Brasília. */
export const moment = (at: number): string => MOMENT.format(at).replace(', ', ' às ')

/** "21/11 às 09:12". */
export const shortMoment = (at: number): string => SHORT_MOMENT.format(at).replace(', ', ' às ')

export function formattedDocument(digits: string): string {
  if (digits.length === 11) return digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return digits.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

const REFUSALS: Record<string, string> = {
  'unreadable-code': 'Este texto não é um código Pix. Copie o código inteiro e cole de novo.',
  'unpayable-code': 'Este código só autoriza cobranças futuras: não há nada a pagar agora.',
  'not-pending': 'Esta autorização já foi respondida.',
  'not-authorised': 'Esta autorização não está em vigor.',
  'invalid-cap': 'Informe um limite maior que zero, como 50,00, ou nenhum.',
  'cap-below-minimum': 'O limite é menor que o mínimo que o recebedor aceita.',
  'not-scheduled': 'Este débito não está mais agendado.',
  'too-late': 'O prazo para cancelar este débito terminou na véspera.',
  'unknown-code': 'Este banco não conhece a cobrança deste código.',
  'already-paid': 'Esta cobrança já foi paga.',
  expired: 'O prazo para pagar esta cobrança terminou.',
  removed: 'Quem fez esta cobrança a cancelou.',
  'invalid-payer': 'Confira quem paga: é preciso um nome e um CPF ou CNPJ válido.',
  'amount-required': 'Informe o valor a pagar.',
  'invalid-amount': 'Informe um valor maior que zero, como 12,34.',
}

export const refusalInWords = (code: string): string => REFUSALS[code] ?? 'O pagamento não pôde ser feito.'
