// The names of what a sale is: its states, and how it is paid.
import { defineWords } from '../../words/words.ts'

export const saleStatusWords = defineWords('saleStatus', {
  pt: {
    status: {
      PENDENTE: 'Aguardando',
      EM_PROCESSAMENTO: 'Em processamento',
      PAGO: 'Paga',
      CANCELADO: 'Cancelada',
      EXPIRADO: 'Expirada',
      RECUSADO: 'Recusada',
      ESTORNADO: 'Reembolsada',
      FALHA: 'Falhou',
      CHARGEBACK: 'Contestada',
      MED: 'Em MED',
      PARTLY_REFUNDED: 'Paga, reembolsada em parte',
    },
    method: {
      PIX: 'Pix',
      CREDIT_CARD: 'Cartão de crédito',
      DEBIT_CARD: 'Cartão de débito',
      BOLETO: 'Boleto',
      TRANSFER: 'Transferência',
      PIX_AUTOMATICO: 'Pix Automático',
    },
  },
  en: {
    status: {
      PENDENTE: 'Waiting',
      EM_PROCESSAMENTO: 'Processing',
      PAGO: 'Paid',
      CANCELADO: 'Cancelled',
      EXPIRADO: 'Expired',
      RECUSADO: 'Refused',
      ESTORNADO: 'Refunded',
      FALHA: 'Failed',
      CHARGEBACK: 'Disputed',
      MED: 'In MED',
      PARTLY_REFUNDED: 'Paid, partly refunded',
    },
    method: {
      PIX: 'Pix',
      CREDIT_CARD: 'Credit card',
      DEBIT_CARD: 'Debit card',
      BOLETO: 'Boleto',
      TRANSFER: 'Transfer',
      PIX_AUTOMATICO: 'Pix Automático',
    },
  },
})
