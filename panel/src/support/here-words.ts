// Texts for the members of an account during a support view. Apart from the words of the shell, which every page loads.
import { defineWords } from '../words/words.ts'

export const hereWords = defineWords('support-here', {
  pt: {
    here: 'O suporte do gateway está vendo esta conta.',
    until: 'Só para ler, até',
    opened: 'Ver o que foi aberto',
  },
  en: {
    here: 'Support of the gateway is looking at this account.',
    until: 'Read-only, until',
    opened: 'See what was opened',
  },
})
