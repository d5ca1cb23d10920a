// Texts of lists: totals, page sizes, and common periods.
import { defineWords } from '../../words/words.ts'

export const listWords = defineWords('lists', {
  pt: {
    totals: {
      exact_one: '{{number}} resultado',
      exact_other: '{{number}} resultados',
      more: 'mais de {{number}} resultados',
      amount: 'total de {{amount}}',
      least: 'mais de {{amount}}',
    },
    perPage: 'Por página',
    presets: {
      label: 'Períodos prontos',
      today: 'Hoje',
      yesterday: 'Ontem',
      days7: '7 dias',
      days30: '30 dias',
      month: 'Este mês',
      lastMonth: 'Mês passado',
    },
  },
  en: {
    totals: {
      exact_one: '{{number}} result',
      exact_other: '{{number}} results',
      more: 'more than {{number}} results',
      amount: '{{amount}} in total',
      least: 'more than {{amount}}',
    },
    perPage: 'Per page',
    presets: {
      label: 'Quick periods',
      today: 'Today',
      yesterday: 'Yesterday',
      days7: '7 days',
      days30: '30 days',
      month: 'This month',
      lastMonth: 'Last month',
    },
  },
})
