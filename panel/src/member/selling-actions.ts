// The audit actions of checkouts, payment links, carts and the look of the checkout.
export const SELLING_ACTIONS = {
  pt: {
    receipt: {
      assigned: 'Uma transferência recebida foi atribuída a uma venda',
      unassigned: 'A atribuição de uma transferência foi desfeita',
      credited: 'Um pagamento recebido foi creditado',
      'return-decided': 'Um pagamento recebido foi devolvido a quem pagou',
    },
    recurrence: {
      requested: 'Ofereceu uma recorrência (Pix Automático)',
      changed: 'Alterou uma recorrência',
      offered: 'Ofereceu uma recorrência de novo, por um código sem pagamento',
      'authorisation-simulated': 'Autorizou uma recorrência no banco de testes',
      'request-sent': 'Pediu ao banco do pagador a autorização de uma recorrência',
      cancelled: 'Cancelou uma recorrência',
    },
    debit: {
      requested: 'Pediu uma cobrança recorrente',
      changed: 'Alterou uma cobrança recorrente',
      cancelled: 'Cancelou uma cobrança recorrente',
      'cancellation-not-made': 'Uma cobrança recorrente não pôde ser cancelada e continua',
      retried: 'Pediu nova tentativa de uma cobrança recorrente',
    },
    checkout: { created: 'Criou um checkout', expired: 'Encerrou um checkout' },
    'payment-link': { created: 'Criou um link', changed: 'Alterou um link', archived: 'Arquivou um link' },
    cart: { erased: 'Apagou os dados do comprador de um carrinho' },
    privacy: {
      exported: 'Baixou os dados pessoais de um cliente',
      previewed: 'Viu o que pode ser apagado de um cliente',
      erased: 'Apagou os dados pessoais de um cliente',
    },
    look: { changed: 'Alterou a aparência do checkout', 'logo-changed': 'Trocou ou tirou o logotipo do checkout' },
  },
  en: {
    receipt: {
      assigned: 'A transfer was assigned to a sale',
      unassigned: 'The assignment of a transfer was undone',
      credited: 'An incoming payment was credited',
      'return-decided': 'An incoming payment was returned to the payer',
    },
    recurrence: {
      requested: 'Offered a recurrence (Pix Automático)',
      changed: 'Changed a recurrence',
      offered: 'Offered a recurrence again, by a code without a payment',
      'authorisation-simulated': 'Authorised a recurrence at the test bank',
      'request-sent': "Asked the payer's bank for the authorisation of a recurrence",
      cancelled: 'Cancelled a recurrence',
    },
    debit: {
      requested: 'Requested a debit of a recurrence',
      changed: 'Changed a debit of a recurrence',
      cancelled: 'Cancelled a debit of a recurrence',
      'cancellation-not-made': 'A debit of a recurrence could not be cancelled and goes on',
      retried: 'Requested another try of a debit',
    },
    checkout: { created: 'Created a checkout', expired: 'Ended a checkout' },
    'payment-link': { created: 'Created a link', changed: 'Changed a link', archived: 'Archived a link' },
    cart: { erased: "Erased the buyer's data of a cart" },
    privacy: {
      exported: 'Downloaded the personal data of a customer',
      previewed: 'Looked at what can be erased of a customer',
      erased: 'Erased the personal data of a customer',
    },
    look: {
      changed: 'Changed the look of the checkout',
      'logo-changed': 'Changed or removed the logo of the checkout',
    },
  },
} as const
