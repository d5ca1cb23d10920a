// Words of the alerts about transfers and about money that no sale accepts, in both languages.

export const TRANSFER_ALERTS = {
  pt: {
    TRANSFER_UNCERTAIN: {
      title: 'Chegou uma transferência, e não é certo qual venda ela paga',
      whatToDo: 'Veja quais vendas podem ser. Atribua o valor a uma delas ou devolva-o.',
    },
    TRANSFER_CONTRADICTED: {
      title: 'Uma transferência pagou a venda da referência; valor e pagador são os de outra',
      whatToDo: 'Pergunte ao comprador qual venda ele quis pagar.',
    },
    MOVEMENTS_UNCLEAR: {
      title: 'Há créditos de um extrato que não são lançados sozinhos',
      whatToDo: 'Confira cada um no banco. Lance-o ou descarte-o.',
    },
    PAYMENT_UNMATCHED: {
      title: 'Chegou um pagamento que nenhuma venda aceita',
      whatToDo: 'Devolva o valor ou credite-o.',
    },
  },
  en: {
    TRANSFER_UNCERTAIN: {
      title: 'A transfer arrived, and it is not certain which sale it pays',
      whatToDo: 'See which sales may be meant. Assign it to one of them, or return it.',
    },
    TRANSFER_CONTRADICTED: {
      title: 'A transfer paid the sale of its reference; amount and payer are those of another one',
      whatToDo: 'Ask the buyer which sale they wanted to pay.',
    },
    MOVEMENTS_UNCLEAR: {
      title: 'Credits of a bank statement are not booked by themselves',
      whatToDo: 'Look each up at the bank. Book it, or dismiss it.',
    },
    PAYMENT_UNMATCHED: {
      title: 'A payment arrived that no sale accepts',
      whatToDo: 'Return the money or credit it.',
    },
  },
} as const
