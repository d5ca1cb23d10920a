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
    none: 'Nenhuma venda pode ser paga com este valor: uma venda é paga inteira, e uma vez. Devolva o valor ou credite-o.',
    reference: { yes: 'a mensagem tem a referência', no: 'a mensagem não tem a referência' },
    document: { yes: 'mesmo CPF ou CNPJ', no: 'outro CPF ou CNPJ', unknown: 'o provedor não diz quem pagou' },
    amountAgrees: 'mesmo valor',
    otherAmount: 'outro valor: {{amount}}',
    ended: 'a venda foi cancelada',
    over: 'a venda já foi paga ou encerrou',
    others: 'Não podem ser pagas com este valor',
    assigned: 'A venda está paga.',
    proposed: 'Proposta enviada: outra pessoa confirma.',
    takesTwo: 'acima do limite da conta: outra pessoa confirma',
    undoAsk:
      'O valor sai da conta e volta a esperar decisão; a venda fica como reembolsada. Só enquanto o dinheiro está lá.',
  },
  en: {
    assign: 'Assign',
    undo: 'Undo',
    payer: 'Payer',
    amount: 'Amount',
    message: 'Message',
    ask: 'The sale that you choose is paid with this money.',
    none: 'No sale can be paid with this money: a sale is paid whole, and once. Return the money or credit it.',
    reference: { yes: 'the message has the reference', no: 'the message does not have the reference' },
    document: { yes: 'same CPF or CNPJ', no: 'another CPF or CNPJ', unknown: 'the provider names no payer' },
    amountAgrees: 'same amount',
    otherAmount: 'another amount: {{amount}}',
    ended: 'the sale was cancelled',
    over: 'the sale is paid already, or has ended',
    others: 'They cannot be paid with this amount',
    assigned: 'The sale is paid.',
    proposed: 'Proposed: another person confirms it.',
    takesTwo: 'above the limit of the account: another person confirms',
    undoAsk:
      'The money leaves the account and waits for a decision; the sale is refunded. Only while the money is there.',
  },
})
