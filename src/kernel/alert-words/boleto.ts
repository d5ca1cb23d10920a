// The texts of the alerts about boletos that were paid and about cards, in both languages.
export const BOLETO_ALERTS_PT = {
  BOLETO_AMOUNT_UNKNOWN: {
    title: 'Um boleto foi pago, e o provedor não diz quanto',
    whatToDo: 'Verifique se o provedor alcança o endereço de callback. O sistema continua perguntando.',
  },
  BOLETO_CONFIRMED_BY_HAND: {
    title: 'Um boleto foi confirmado à mão no provedor, sem dinheiro',
    whatToDo: 'Descubra quem o confirmou e onde está o dinheiro. A venda não mudou.',
  },
  CHECKOUT_PAGE_CHANGED: {
    title: 'Um navegador barrou, no checkout, algo que não é nosso',
    whatToDo:
      'Abra o checkout num navegador sem extensões. Se houver um script estranho, pare de vender por cartão e veja quem altera as páginas no caminho.',
  },
  CARD_TESTING_EVERYWHERE: {
    title: 'Muito mais cartões do que o normal são recusados, somando todas as contas',
    whatToDo:
      'Alguém pode estar testando cartões roubados em muitas lojas. Veja quais contas vendem por cartão agora e desligue os cartões onde os compradores não são reais; nada foi desligado por isto.',
  },
  CARD_TESTING_SUSPECTED: {
    title: 'Quase todos os cartões de uma conta são recusados: alguém pode estar testando cartões roubados',
    whatToDo:
      'Os cartões da conta ficam desligados por meia hora e voltam sozinhos; o resto segue vendendo. Fale com o vendedor. Na conta você pode religá-los antes.',
  },
  CARD_TAKEN_BACK: {
    title: 'O titular de um cartão contestou uma venda, ou a adquirente cancelou o que aprovara',
    whatToDo:
      'Se foi contestada: a contestação está aberta e o valor, bloqueado; envie a defesa ao provedor em até três dias úteis. Se foi cancelada: nada mudou aqui; pergunte se o dinheiro ainda vem e, se não, abra uma contestação e dê razão ao pagador.',
  },
  CARD_REFUND_UNCERTAIN: {
    title: 'Não se sabe se a adquirente aceitou o reembolso de um cartão',
    whatToDo:
      'O pedido não é repetido, para não devolver duas vezes. Procure-o no provedor e informe aqui se foi feito. O valor fica bloqueado até lá.',
  },
  CARD_CONFIRMED_BY_HAND: {
    title: 'Um pagamento com cartão foi confirmado à mão no provedor, sem dinheiro',
    whatToDo: 'Descubra quem o confirmou e onde está o dinheiro. A venda não foi paga e falha um dia depois do início.',
  },
  CARD_GOES_BACK: {
    title: 'Um cartão foi cobrado por uma venda que não o aceita',
    whatToDo: 'O valor volta ao cartão sozinho, assim que a adquirente aceita. Não é preciso fazer nada.',
  },
  BOLETO_TAKEN_BACK: {
    title: 'O dinheiro de um boleto foi contestado ou voltou',
    whatToDo:
      'Esclareça com o provedor. O que espera deste boleto não é creditado nem enviado a uma chave; uma venda paga com ele não mudou e não pode ser reembolsada.',
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
  CHECKOUT_PAGE_CHANGED: {
    title: 'A browser has stopped something in the checkout that is not ours',
    whatToDo:
      'Open the checkout in a browser without extensions. Where there is a foreign script, stop selling by card and look who changes the pages on their way.',
  },
  CARD_TESTING_EVERYWHERE: {
    title: 'Far more cards than usual are declined, of all accounts together',
    whatToDo:
      'Somebody may be trying stolen cards at many shops. Look which accounts sell by card now, and switch cards off where the buyers are not real; nothing was switched off by this.',
  },
  CARD_TESTING_SUSPECTED: {
    title: 'Most cards of an account are declined: somebody may be trying stolen ones',
    whatToDo:
      'The cards of the account are off for half an hour and come back by themselves; everything else is sold as before. Ask the seller. At the account you may switch them on before that.',
  },
  CARD_TAKEN_BACK: {
    title: 'A cardholder contests a sale, or its acquirer has cancelled what it had approved',
    whatToDo:
      'Contested: the dispute is open and its amount held; send the defence to the provider within three business days. Cancelled: nothing has changed here; ask whether the money still comes, and if not open a dispute and decide it for the payer.',
  },
  CARD_REFUND_UNCERTAIN: {
    title: 'Nobody knows whether the acquirer has taken a refund of a card on',
    whatToDo:
      'It is not sent again, so that nothing goes back twice. Look for it at the provider, and say here whether it went. The money stays held meanwhile.',
  },
  CARD_CONFIRMED_BY_HAND: {
    title: 'A payment by card was confirmed by hand at the provider, without money',
    whatToDo:
      'Find out who confirmed it and where the money is. The sale was not paid, and fails a day after its beginning.',
  },
  CARD_GOES_BACK: {
    title: 'A card was charged for a sale that does not accept it',
    whatToDo: 'The amount goes back to the card by itself, as soon as the acquirer takes that. Nothing has to be done.',
  },
  BOLETO_TAKEN_BACK: {
    title: 'The money of a boleto is disputed or has gone back',
    whatToDo:
      'Clear it up with the provider. What waits of this boleto is neither credited nor sent to a key; a sale that it paid is unchanged and cannot be refunded.',
  },
}
