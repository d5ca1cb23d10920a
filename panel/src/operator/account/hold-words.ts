// Texts about the blocked money of an account.
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
      SETTLEMENT: 'Venda a liquidar',
      REFUND: 'Reembolso em andamento',
      MED: 'Contestação',
      CAUTELAR: 'Bloqueio cautelar',
      JUDICIAL: 'Ordem judicial',
      MANUAL: 'Decisão da operação',
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
    orders: 'Manual holds',
    allOrders: 'See all manual holds of this account',
    columns: {
      reason: 'Reason',
      subject: 'For',
      release: 'Released on',
      original: 'Originally',
      amount: 'Blocked',
    },
    reasons: {
      WITHDRAWAL: 'Cashout under way',
      RESERVE: 'Reserve',
      SETTLEMENT: 'Sale to be settled',
      REFUND: 'Refund under way',
      MED: 'Dispute',
      CAUTELAR: 'Precautionary hold',
      JUDICIAL: 'Court order',
      MANUAL: 'Decision of the operator',
    },
    subjects: {
      sale: 'Sale',
      withdrawal: 'Cashout',
      receipt: 'Pix received',
      refund: 'Refund',
      dispute: 'Dispute',
      hold_order: 'Manual hold',
      correction: 'Correction',
    },
  },
})
