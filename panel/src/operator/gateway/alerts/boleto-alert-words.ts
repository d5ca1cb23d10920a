// The texts of the alerts about boletos that were paid, in both languages.
export const BOLETO_ALERTS_PT = {
  BOLETO_AMOUNT_UNKNOWN: {
    title: 'Um boleto foi pago, e o provedor não diz quanto',
    whatToDo: 'Verifique se o provedor alcança o endereço de callback. O sistema continua perguntando.',
  },
  BOLETO_CONFIRMED_BY_HAND: {
    title: 'Um boleto foi confirmado à mão no provedor, sem dinheiro',
    whatToDo: 'Descubra quem o confirmou e onde está o dinheiro. A venda não mudou.',
  },
  CARD_TAKEN_BACK: {
    title: 'O dinheiro de um cartão foi contestado ou voltou',
    whatToDo: 'Esclareça com o provedor. Nada foi lançado, e a venda fica como está.',
  },
  BOLETO_TAKEN_BACK: {
    title: 'O dinheiro de um boleto foi contestado ou voltou',
    whatToDo: 'Esclareça com o provedor. Nada foi lançado.',
  },
}

export const BOLETO_ALERTS_EN: typeof BOLETO_ALERTS_PT = {
  BOLETO_AMOUNT_UNKNOWN: {
    title: 'A boleto was paid, and the provider does not say how much',
    whatToDo: 'Check whether the provider reaches the callback address. The system goes on asking.',
  },
  BOLETO_CONFIRMED_BY_HAND: {
    title: 'A boleto was confirmed by hand at the provider, and no money came',
    whatToDo: 'Find out who confirmed it and where the money is. The sale is unchanged.',
  },
  CARD_TAKEN_BACK: {
    title: 'The money of a card is disputed or has gone back',
    whatToDo: 'Clear it up with the provider. Nothing was booked, and the sale stays as it is.',
  },
  BOLETO_TAKEN_BACK: {
    title: 'The money of a boleto is disputed or has gone back',
    whatToDo: 'Clear it up with the provider. Nothing was booked.',
  },
}
