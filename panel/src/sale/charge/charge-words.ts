// Words of the forms for a charge.
import { defineWords } from '../../words/words.ts'

export const chargeWords = defineWords('charge', {
  pt: {
    title: 'Nova cobrança',
    back: 'Todas as vendas',
    description: 'Você recebe um link para mandar a quem vai pagar. Por Pix, com um QR code, que vale por um dia.',
    amount: 'Valor',
    name: 'Quem vai pagar (opcional)',
    nameHelp: 'Para você reconhecer a venda.',
    text: 'Descrição (opcional)',
    textHelp: 'O que está sendo pago.',
    send: 'Criar cobrança',
    way: 'Como a pessoa paga',
    ways: { PIX: 'Pix', CARD: 'Cartão', BOLETO: 'Boleto', TRANSFER: 'Transferência' },
    boletoText:
      'Você recebe um link para mandar a quem vai pagar. A pessoa preenche os dados dela e o boleto é gerado. O link serve uma vez só.',
    dueInDays: 'Vencimento, em dias',
    dueInDaysHelp: 'Contados de quando o boleto é gerado. 0 vence no mesmo dia.',
    dueInDaysWrong: 'Informe um número de dias de 0 a 60.',
    maxInstallments: 'Parcelas, no máximo (opcional)',
    maxInstallmentsHelp: 'Em branco: quantas as tarifas da sua conta permitirem.',
    maxInstallmentsWrong: 'Informe um número de parcelas de 1 a 12, ou deixe em branco.',
    untitled: 'Cobrança',
    sendBoleto: 'Criar link do boleto',
    cardText:
      'Você recebe um link para mandar a quem vai pagar. A pessoa digita o cartão dela na página segura; você nunca pede nem digita o número. O link serve uma vez só.',
    sendCard: 'Criar link do cartão',
    transferText:
      'A pessoa faz um Pix para uma chave, ou uma TED para uma conta, com uma referência na mensagem. O pagamento pode chegar até o fim do terceiro dia útil.',
    document: 'CPF ou CNPJ de quem vai pagar',
    documentHelp: 'O pagamento é reconhecido por ele e pela referência.',
    documentWrong: 'Informe um CPF ou CNPJ válido.',
  },
  en: {
    title: 'New charge',
    back: 'All sales',
    description: 'You get a link to send to the payer. By Pix it comes with a QR code and is valid for a day.',
    amount: 'Amount',
    name: 'Payer (optional)',
    nameHelp: 'So that you recognise the sale.',
    text: 'Description (optional)',
    textHelp: 'What is being paid for.',
    send: 'Create charge',
    way: 'How the person pays',
    ways: { PIX: 'Pix', CARD: 'Card', BOLETO: 'Boleto', TRANSFER: 'Transfer' },
    boletoText:
      'You get a link to send to the payer. They fill in their details and the boleto is created. The link works once.',
    dueInDays: 'Due in how many days',
    dueInDaysHelp: 'Counted from when the boleto is created. With 0 it is due on the same day.',
    dueInDaysWrong: 'Enter a number of days from 0 to 60.',
    maxInstallments: 'Instalments, at most (optional)',
    maxInstallmentsHelp: 'Empty: as many as the fees of your account allow.',
    maxInstallmentsWrong: 'Enter a number of instalments from 1 to 12, or leave it empty.',
    untitled: 'Charge',
    sendBoleto: 'Create the boleto link',
    cardText:
      'You get a link to send to the payer. They type their card on the secure page; you never ask for its number nor type it. The link works once.',
    sendCard: 'Create the card link',
    transferText:
      'The payer sends a Pix to a key, or a TED to an account, with a reference in its message. The payment may arrive until the end of the third business day.',
    document: 'CPF or CNPJ of the payer',
    documentHelp: 'The payment is recognised by it and by the reference.',
    documentWrong: 'Enter a valid CPF or CNPJ.',
  },
})
