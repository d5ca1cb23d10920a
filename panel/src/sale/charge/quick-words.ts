// Words of a charge from the first page, apart from the others: that page is to be there at once.
import { defineWords } from '../../words/words.ts'

export const quickWords = defineWords('quick-charge', {
  pt: {
    title: 'Cobrar agora',
    amount: 'Valor',
    name: 'Quem paga (opcional)',
    text: 'Descrição (opcional)',
    send: 'Gerar QR code',
    again: 'Tentar de novo',
    amountMissing: 'Informe o valor.',
    onlyFee: 'A tarifa levaria todo o valor.',
    reusedLink: 'Ver as vendas',
  },
  en: {
    title: 'Charge now',
    amount: 'Amount',
    name: 'Payer (optional)',
    text: 'Description (optional)',
    send: 'Create QR code',
    again: 'Try again',
    amountMissing: 'Enter the amount.',
    onlyFee: 'The fee would take the whole amount.',
    reusedLink: 'See the sales',
  },
})
