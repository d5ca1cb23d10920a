// Words of the assignment of transfers to sales.
import { defineWords } from '../../words/words.ts'

export const assignWords = defineWords('desk-assign', {
  pt: {
    assign: 'Atribuir',
    undo: 'Desfazer',
    payer: 'Quem pagou',
    amount: 'Valor',
    message: 'Mensagem',
    ask: 'A venda escolhida fica paga com este valor.',
    none: 'Nenhuma venda tem este valor: uma venda é paga inteira. Devolva o valor ou credite-o.',
    reference: { yes: 'a mensagem tem a referência', no: 'a mensagem não tem a referência' },
    document: { yes: 'mesmo CPF ou CNPJ', no: 'outro CPF ou CNPJ', unknown: 'o provedor não diz quem pagou' },
    ended: 'a venda já encerrou',
    takesTwo: 'acima do limite da conta: outra pessoa confirma',
    undoAsk: 'O valor sai da conta e volta a esperar decisão; a venda fica estornada. Só enquanto o dinheiro está lá.',
  },
  en: {
    assign: 'Assign',
    undo: 'Undo',
    payer: 'Payer',
    amount: 'Amount',
    message: 'Message',
    ask: 'The sale that you choose is paid with this money.',
    none: 'No sale has this amount: a sale is paid whole. Return the money or credit it.',
    reference: { yes: 'the message has the reference', no: 'the message has not the reference' },
    document: { yes: 'same CPF or CNPJ', no: 'another CPF or CNPJ', unknown: 'the provider names no payer' },
    ended: 'the sale has ended',
    takesTwo: 'above the limit of the account: another person confirms',
    undoAsk:
      'The money leaves the account and waits for a decision; the sale is refunded. Only while the money is there.',
  },
})
