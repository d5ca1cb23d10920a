// Words of the page of the test bank; those of its outcomes are in outcome-words.ts.
import { defineWords } from '../words/words.ts'

export const testBankWords = defineWords('testBank', {
  pt: {
    title: 'Banco de testes',
    description:
      'O que escrever para o banco de testes dar cada resultado, e onde pagar como comprador. Tudo com dinheiro de mentira.',
    none: {
      title: 'Esta conta não usa o banco de testes',
      text: 'Ele existe só para contas em modo de teste.',
    },
    pay: {
      title: 'Pagar como comprador',
      code: 'Pix copia e cola',
      codeHelp:
        'O código de uma venda desta conta, também o Pix de um boleto; ou o de uma recorrência, que é autorizada sem pagamento.',
      payer: 'Quem paga',
      payerHelp: 'O começo do nome decide se ele contesta o pagamento, e o que acontece com um reembolso.',
      buyer: 'Comprador de teste: não contesta, e o reembolso dá certo',
      amount: 'Outro valor',
      amountHelp:
        'Vazio: o valor da cobrança. Outro valor não paga a venda: ele segue a regra da conta para recebimentos inesperados.',
      ended: 'Pagar mesmo que já esteja paga, expirada ou cancelada',
      verb: 'Pagar',
      paid: 'Pago no banco de testes. A venda muda assim que o banco avisar.',
      show: 'Ver a venda',
      authorised: 'Autorizada no banco de testes. A recorrência muda assim que o banco avisar.',
      showRecurrence: 'Ver a recorrência',
      unknown: 'Nenhuma venda e nenhuma recorrência desta conta tem este código.',
      refused: 'O banco de testes recusou: já foi pago ou autorizado, expirou ou foi cancelado.',
    },
    open: {
      title: 'Vendas que esperam pagamento',
      text: 'O botão paga como o seu comprador pagaria. Um boleto sem Pix é creditado às 6h do próximo dia útil do relógio do banco.',
      none: 'Nenhuma venda espera pagamento agora.',
      pay: 'Pagar a venda de {{amount}}',
    },
    cashouts: {
      title: 'Saques: o começo da chave decide',
      text: 'Use como chave Pix do tipo e-mail, com qualquer domínio. Qualquer outra chave válida é paga em instantes. O resultado é o das configurações de fábrica do gateway.',
    },
    refunds: {
      title: 'Reembolsos: o nome de quem pagou decide',
      text: 'Dê o nome ao pagar acima. Para qualquer outro nome o reembolso dá certo.',
    },
    disputes: {
      title: 'Contestações: o nome de quem pagou decide',
      text: 'Dê o nome ao pagar acima, ou a quem compra uma venda por Pix que você paga por aqui. A contestação aparece em até 1 minuto.',
    },
    boletos: {
      title: 'Boletos: o nome do cliente decide',
      text: 'O começo do nome do cliente na venda por boleto. Pague-a por aqui. Qualquer outro nome paga o valor, em dia. Um valor errado espera a decisão da operação.',
    },
    cards: {
      title: 'Cartões: o fim do número decide',
      text: 'Com qualquer validade futura e qualquer código de segurança. Para a API, gere o token aqui: ele vale para uma tentativa de venda.',
      number: 'Cartão',
      funding: 'Tipo',
      credit: 'Crédito',
      debit: 'Débito: sempre pede autenticação',
      make: 'Gerar token',
      token: 'Token do cartão',
    },
    debtors: {
      title: 'Pix Automático: o nome do pagador decide',
      text: 'O começo do nome do pagador da recorrência, com ou sem acentos. Qualquer outro nome autoriza à mão e paga.',
    },
    clock: {
      title: 'O relógio do banco',
      text: 'O que espera por minutos ou dias espera pelo relógio do banco de testes. Ele é um só para todas as contas deste gateway, e só a operação o adianta.',
    },
    copy: 'Copiar {{text}}',
  },
  en: {
    title: 'Test bank',
    description:
      'What to write so that the test bank gives each outcome, and where to pay as a buyer. All of it with play money.',
    none: {
      title: 'This account does not use the test bank',
      text: 'It is there for accounts in test mode only.',
    },
    pay: {
      title: 'Pay as a buyer',
      code: 'Pix copy and paste code',
      codeHelp:
        'The code of a sale of this account, also the Pix of a boleto; or that of a recurrence, which is authorised without a payment.',
      payer: 'Who pays',
      payerHelp: 'What the name begins with decides whether they dispute the payment, and what becomes of a refund.',
      buyer: 'A test buyer: disputes nothing, and the refund succeeds',
      amount: 'Another amount',
      amountHelp:
        'Empty: the amount of the charge. Another one does not pay the sale: it follows the account’s rule for unexpected receipts.',
      ended: 'Pay even if it is paid already, has expired or was cancelled',
      verb: 'Pay',
      paid: 'Paid at the test bank. The sale changes as soon as the bank reports it.',
      show: 'See the sale',
      authorised: 'Authorised at the test bank. The recurrence changes as soon as the bank reports it.',
      showRecurrence: 'See the recurrence',
      unknown: 'No sale and no recurrence of this account has this code.',
      refused: 'The test bank refused: it is paid or authorised already, has expired or was cancelled.',
    },
    open: {
      title: 'Sales that wait for payment',
      text: 'The button pays as your buyer would. A boleto without Pix is credited at 06:00 of the next business day of the bank’s clock.',
      none: 'No sale waits for payment now.',
      pay: 'Pay the sale of {{amount}}',
    },
    cashouts: {
      title: 'Cashouts: the beginning of the key decides',
      text: 'Use it as a Pix key of the type e-mail, with any domain. Any other valid key is paid within moments. The outcome is that of the gateway’s default settings.',
    },
    refunds: {
      title: 'Refunds: the name of who paid decides',
      text: 'Give the name when you pay above. For any other name the refund succeeds.',
    },
    disputes: {
      title: 'Disputes: the name of who paid decides',
      text: 'Give the name when you pay above, or to the buyer of a Pix sale that you pay here. The dispute shows within a minute.',
    },
    boletos: {
      title: 'Boletos: the customer’s name decides',
      text: 'What the name of the customer of a sale by boleto begins with. Pay it here. Any other name pays the amount, on time. A wrong amount waits for the operator.',
    },
    cards: {
      title: 'Cards: the end of the number decides',
      text: 'With any date to come and any security code. For the API make the token here: it is good for one attempt at a sale.',
      number: 'Card',
      funding: 'Kind',
      credit: 'Credit',
      debit: 'Debit: always asks for authentication',
      make: 'Make a token',
      token: 'Token of the card',
    },
    debtors: {
      title: 'Pix Automático: the payer’s name decides',
      text: 'What the name of the recurrence’s payer begins with, with or without accents. Any other name authorises by hand and pays.',
    },
    clock: {
      title: 'The clock of the bank',
      text: 'What waits for minutes or days waits for the clock of the test bank. It is one for all accounts of this gateway, and only the operator moves it.',
    },
    copy: 'Copy {{text}}',
  },
})
