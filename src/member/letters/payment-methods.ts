// How a sale was paid, as the letters of this folder say it.
import type { Language } from '#kernel/language.ts'
import type { PaymentMethod } from '#sale/sale.ts'

const METHODS: Record<PaymentMethod, Record<Language, string>> = {
  PIX: { 'pt-BR': 'Pix', en: 'Pix' },
  BOLETO: { 'pt-BR': 'boleto', en: 'boleto' },
  CREDIT_CARD: { 'pt-BR': 'cartão de crédito', en: 'credit card' },
  DEBIT_CARD: { 'pt-BR': 'cartão de débito', en: 'debit card' },
  TRANSFER: { 'pt-BR': 'transferência', en: 'transfer' },
  PIX_AUTOMATICO: { 'pt-BR': 'Pix Automático', en: 'Pix Automático' },
}

/** By Pix, in whichever way. */
export const isSettledAtOnce = (method: unknown): boolean => !NOT_AT_ONCE.has(method)
const NOT_AT_ONCE: ReadonlySet<unknown> = new Set<PaymentMethod>(['BOLETO', 'CREDIT_CARD', 'DEBIT_CARD'])

/** `method`: of the body of a notification, which may be older than a word that this version knows. */
export const methodText = (language: Language, method: unknown): string =>
  METHODS[method as PaymentMethod]?.[language] ?? String(method)
