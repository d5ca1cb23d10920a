// Words of the list of refunds.
import { defineWords } from '../../words/words.ts'

export const refundListWords = defineWords('refunds', {
  pt: {
    title: 'Reembolsos',
    description: 'O que voltou, ou está voltando, para quem pagou: do mais novo ao mais antigo.',
    caption: 'Reembolsos encontrados',
    around: { label: 'Vendas e reembolsos', list: 'Lista', refunds: 'Reembolsos' },
    columns: { customer: 'Venda de', date: 'Pedido em', status: 'Situação', reason: 'Motivo', amount: 'Valor' },
    filters: { search: 'Buscar', searchHint: 'Nome, documento ou código' },
    status: { PENDING: 'A caminho', COMPLETED: 'Concluído', FAILED: 'Não realizado' },
    unasked: 'Devolvido pelo banco',
    waitsFor: { SETTLEMENT: 'após a liquidação, prevista para {{day}}', NEXT_DAY: 'será enviado em {{day}}' },
    export: 'Baixar CSV',
    empty: {
      title: 'Nenhum reembolso por aqui ainda',
      text: 'Para reembolsar uma venda paga, abra-a na lista de vendas.',
      foundTitle: 'Nada encontrado',
      found: 'Nenhum reembolso combina com estes filtros.',
    },
  },
  en: {
    title: 'Refunds',
    description: 'What went back, or is on its way back, to those who paid: newest first.',
    caption: 'Refunds found',
    around: { label: 'Sales and refunds', list: 'List', refunds: 'Refunds' },
    columns: { customer: 'Sale to', date: 'Requested on', status: 'Status', reason: 'Reason', amount: 'Amount' },
    filters: { search: 'Search', searchHint: 'Name, tax ID or code' },
    status: { PENDING: 'On its way', COMPLETED: 'Completed', FAILED: 'Failed' },
    unasked: 'Returned by the bank',
    waitsFor: { SETTLEMENT: 'after the settlement, expected on {{day}}', NEXT_DAY: 'will be sent on {{day}}' },
    export: 'Download CSV',
    empty: {
      title: 'No refunds here yet',
      text: 'To refund a paid sale, open it from the list of sales.',
      foundTitle: 'Nothing found',
      found: 'No refund matches these filters.',
    },
  },
})
