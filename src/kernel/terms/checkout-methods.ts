// The methods of payment of the hosted checkout, in the order in which a page shows them.
export const CHECKOUT_METHODS = ['PIX', 'CREDIT_CARD', 'DEBIT_CARD', 'BOLETO', 'TRANSFER'] as const
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number]
export type CardMethod = 'CREDIT_CARD' | 'DEBIT_CARD'
