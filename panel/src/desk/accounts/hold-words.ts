// Words of what is blocked of an account.
import { defineWords } from '../../words/words.ts'

export const holdWords = defineWords('desk-account-holds', {
  pt: {
    open: 'O que está bloqueado agora',
    orders: 'Bloqueios manuais',
    allOrders: 'Ver todos os bloqueios manuais desta conta',
    columns: {
      reason: 'Por quê',
      subject: 'De quê',
      release: 'Libera em',
      original: 'De início',
      amount: 'Bloqueado',
    },
    reasons: {
      WITHDRAWAL: 'Saque em andamento',
      RESERVE: 'Reserva',
      REFUND: 'Reembolso em andamento',
      MED: 'Contestação',
      CAUTELAR: 'Cautelar',
      JUDICIAL: 'Ordem judicial',
      MANUAL: 'Da casa',
    },
    subjects: {
      sale: 'Venda',
      withdrawal: 'Saque',
      receipt: 'Pix recebido',
      refund: 'Reembolso',
      dispute: 'Contestação',
      hold_order: 'Bloqueio manual',
      correction: 'Correção',
    },
  },
  en: {
    open: 'What is blocked now',
    orders: 'Holds by hand',
    allOrders: 'See all holds by hand of this account',
    columns: {
      reason: 'Why',
      subject: 'For what',
      release: 'Free from',
      original: 'At first',
      amount: 'Blocked',
    },
    reasons: {
      WITHDRAWAL: 'Cashout under way',
      RESERVE: 'Reserve',
      REFUND: 'Refund under way',
      MED: 'Dispute',
      CAUTELAR: 'Precaution',
      JUDICIAL: 'Court order',
      MANUAL: 'Of the house',
    },
    subjects: {
      sale: 'Sale',
      withdrawal: 'Cashout',
      receipt: 'Pix received',
      refund: 'Refund',
      dispute: 'Dispute',
      hold_order: 'Hold by hand',
      correction: 'Correction',
    },
  },
})
