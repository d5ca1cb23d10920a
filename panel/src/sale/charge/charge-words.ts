// Words of the form for a charge.
import { defineWords } from '../../words/words.ts'

export const chargeWords = defineWords('charge', {
  pt: {
    title: 'Nova cobrança',
    back: 'Todas as vendas',
    description: 'Você recebe um QR code e um código Pix para mandar a quem vai pagar. Valem por um dia.',
    amount: 'Valor',
    name: 'Quem vai pagar (opcional)',
    nameHelp: 'Para você reconhecer a venda.',
    text: 'Descrição (opcional)',
    textHelp: 'O que está sendo pago.',
    send: 'Criar cobrança',
    again: 'Tentar de novo',
    created: 'Cobrança criada.',
    amountMissing: 'Informe o valor.',
    onlyFee: 'A tarifa levaria todo o valor.',
    reusedLink: 'Ver as vendas',
  },
  en: {
    title: 'New charge',
    back: 'All sales',
    description: 'You get a QR code and a Pix code to send to the payer. They are valid for a day.',
    amount: 'Amount',
    name: 'Payer (optional)',
    nameHelp: 'So that you recognise the sale.',
    text: 'Description (optional)',
    textHelp: 'What is being paid for.',
    send: 'Create charge',
    again: 'Try again',
    created: 'Charge created.',
    amountMissing: 'Enter the amount.',
    onlyFee: 'The fee would take the whole amount.',
    reusedLink: 'See the sales',
  },
})
