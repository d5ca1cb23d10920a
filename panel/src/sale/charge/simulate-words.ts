// Words of a payment that is simulated at the sandbox bank.
import { defineWords } from '../../words/words.ts'

export const simulateWords = defineWords('simulate', {
  pt: {
    simulate: 'Simular pagamento',
    simulateHelp: 'Paga esta cobrança no banco de testes, com dinheiro de mentira.',
    simulated: 'Pago no banco de testes. A venda muda assim que o banco avisar.',
  },
  en: {
    simulate: 'Simulate payment',
    simulateHelp: 'Pays this charge at the test bank, with play money.',
    simulated: 'Paid at the test bank. The sale changes as soon as the bank reports it.',
  },
})
