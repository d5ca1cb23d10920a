// The audit actions of checkouts, payment links and carts.
export const SELLING_ACTIONS = {
  pt: {
    checkout: { created: 'Criou um checkout', expired: 'Encerrou um checkout' },
    'payment-link': { created: 'Criou um link', changed: 'Alterou um link', archived: 'Arquivou um link' },
    cart: { erased: 'Apagou os dados do comprador de um carrinho' },
  },
  en: {
    checkout: { created: 'Created a checkout', expired: 'Ended a checkout' },
    'payment-link': { created: 'Created a link', changed: 'Changed a link', archived: 'Archived a link' },
    cart: { erased: "Erased the buyer's data of a cart" },
  },
} as const
