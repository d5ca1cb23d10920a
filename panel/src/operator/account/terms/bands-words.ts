// Texts of the price bands of cards in parts.
import { defineWords } from '../../../words/words.ts'

export const bandsWords = defineWords('desk-account-bands', {
  pt: {
    open: 'Faixas do parcelado',
    title: 'Cartão de crédito parcelado',
    ask: 'Uma tarifa para cada faixa de parcelas, a partir de duas e sem intervalos. O comprador não paga juros.',
    none: 'Sem faixas a conta vende no cartão só à vista.',
    add: 'Acrescentar faixa a partir de {{from}}',
    removeLast: 'Remover a última faixa',
    upTo: 'Até quantas parcelas',
  },
  en: {
    open: 'Instalment bands',
    title: 'Credit card in instalments',
    ask: 'A price for each band of instalments, from two on and without gaps. The buyer pays no interest.',
    none: 'Without bands the account sells by card in one part only.',
    add: 'Add a band from {{from}} on',
    removeLast: 'Remove the last band',
    upTo: 'Up to how many instalments',
  },
})
