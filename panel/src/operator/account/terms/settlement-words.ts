// Words of the terms by which what is sold by boleto and card becomes available.
import { defineWords } from '../../../words/words.ts'

export const settlementWords = defineWords('desk-account-settlement', {
  pt: {
    title: 'Liquidação de boleto e cartão',
    cardDays: 'Cartão: dias por parcela',
    cardMode: 'Parcelas do cartão',
    modes: { PER_INSTALLMENT: 'Uma após a outra', AT_ONCE: 'Todas com a primeira' },
    boletoDays: 'Boleto: dias',
    atOnce: 'na hora',
    days_one: '{{count}} dia',
    days_other: '{{count}} dias',
    waits: 'Espera a adquirente pagar',
    waitsHelp: 'Sem esperar, o valor é liberado no dia mesmo que a adquirente atrase: a operação empresta.',
    yes: 'Sim',
    no: 'Não',
    ask: 'Vale para o que for vendido a partir de agora.',
  },
  en: {
    title: 'Settlement of boleto and card',
    cardDays: 'Card: days for each instalment',
    cardMode: 'Instalments of a card',
    modes: { PER_INSTALLMENT: 'One after another', AT_ONCE: 'All with the first' },
    boletoDays: 'Boleto: days',
    atOnce: 'at once',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    waits: 'Waits for the acquirer to pay',
    waitsHelp: 'Without that the amount is released on its day even where the acquirer is late: the operator lends it.',
    yes: 'Yes',
    no: 'No',
    ask: 'In force for what is sold from now on.',
  },
})
