// The description of each event of the catalogue, in a sentence. The names are the gateway's: one without a sentence does not
// compile (events.ts).
import { defineWords } from '../../words/words.ts'

export const eventWords = defineWords('events', {
  pt: {
    groups: {
      sale: 'Vendas',
      withdrawal: 'Saques',
      refund: 'Reembolsos',
      dispute: 'Contestações (MED)',
      balance: 'Saldo',
      cart: 'Carrinho',
    },
    names: {
      sale: {
        pending: 'Cobrança criada',
        paid: 'Venda paga',
        refused: 'Cobrança recusada',
        canceled: 'Venda cancelada ou expirada',
        refunded: 'Venda reembolsada',
        chargeback: 'Venda contestada',
      },
      withdrawal: {
        pending: 'Saque pedido',
        completed: 'Saque pago',
        rejected: 'Saque recusado',
        canceled: 'Saque cancelado',
        returned: 'Saque devolvido',
      },
      refund: { completed: 'Reembolso concluído', failed: 'Reembolso não realizado' },
      dispute: {
        opened: 'Contestação aberta',
        deadline: 'Prazo de defesa perto do fim',
        closed: 'Contestação encerrada',
      },
      balance: { blocked: 'Valor bloqueado', unblocked: 'Valor liberado' },
      cart: { abandoned: 'Carrinho abandonado', recovered: 'Carrinho recuperado' },
    },
    test: 'Evento de teste',
    sale: {
      pending: 'Um código Pix ou boleto foi criado e espera o pagamento',
      paid: 'O pagamento foi confirmado',
      refused: 'A cobrança foi recusada',
      canceled: 'A venda foi cancelada, ou expirou, sem ser paga',
      refunded: 'O valor voltou para o comprador',
      chargeback: 'A compra foi contestada (inclui o MED do Pix)',
    },
    withdrawal: {
      pending: 'Um saque foi solicitado',
      completed: 'Um saque foi pago',
      rejected: 'Um saque foi recusado',
      canceled: 'Um saque foi cancelado antes do envio',
      returned: 'O dinheiro de um saque pago voltou, todo ou em parte',
    },
    refund: {
      completed: 'O dinheiro de uma venda voltou para o comprador, todo ou em parte',
      failed: 'Um reembolso não foi feito; o valor está disponível de novo',
    },
    dispute: {
      opened: 'Um pagador contestou uma venda; dá para se defender até o prazo',
      deadline: 'Faltam menos de 48, 24 ou 6 horas para a defesa',
      closed: 'Uma contestação terminou: valor liberado ou devolvido ao pagador',
    },
    balance: {
      blocked: 'Um valor foi bloqueado por ordem judicial ou da operação',
      unblocked: 'Uma reserva ou um valor bloqueado está disponível de novo',
    },
    cart: {
      abandoned: 'Um comprador preencheu seus dados e não terminou a compra',
      recovered: 'Um carrinho abandonado virou venda paga',
    },
  },
  en: {
    groups: {
      sale: 'Sales',
      withdrawal: 'Cashouts',
      refund: 'Refunds',
      dispute: 'Disputes (MED)',
      balance: 'Balance',
      cart: 'Cart',
    },
    names: {
      sale: {
        pending: 'Charge created',
        paid: 'Sale paid',
        refused: 'Charge refused',
        canceled: 'Sale cancelled or expired',
        refunded: 'Sale refunded',
        chargeback: 'Sale disputed',
      },
      withdrawal: {
        pending: 'Cashout requested',
        completed: 'Cashout paid',
        rejected: 'Cashout refused',
        canceled: 'Cashout cancelled',
        returned: 'Cashout returned',
      },
      refund: { completed: 'Refund completed', failed: 'Refund not made' },
      dispute: { opened: 'Dispute opened', deadline: 'Deadline of a defence near', closed: 'Dispute closed' },
      balance: { blocked: 'Amount blocked', unblocked: 'Amount released' },
      cart: { abandoned: 'Cart abandoned', recovered: 'Cart recovered' },
    },
    test: 'Test event',
    sale: {
      pending: 'A Pix code or a boleto was created and waits to be paid',
      paid: 'The payment was confirmed',
      refused: 'The charge was refused',
      canceled: 'The sale was cancelled, or expired, before it was paid',
      refunded: 'The amount went back to the buyer',
      chargeback: 'The purchase is disputed (Pix MED included)',
    },
    withdrawal: {
      pending: 'A cashout was requested',
      completed: 'A cashout was paid',
      rejected: 'A cashout was refused',
      canceled: 'A cashout was cancelled before it was sent',
      returned: 'The money of a paid cashout came back, all or part of it',
    },
    refund: {
      completed: 'The money of a sale went back to the buyer, all or part of it',
      failed: 'A refund was not made; its amount is available again',
    },
    dispute: {
      opened: 'A payer disputes a sale; it can be defended until its deadline',
      deadline: 'Less than 48, 24 or 6 hours are left to defend a dispute',
      closed: 'A dispute ended: the amount was released or went back to the payer',
    },
    balance: {
      blocked: 'An amount was blocked by order of a court or of the operator',
      unblocked: 'A reserve or a blocked amount is available again',
    },
    cart: {
      abandoned: 'A buyer filled in their data and did not finish',
      recovered: 'An abandoned cart became a paid sale',
    },
  },
})
