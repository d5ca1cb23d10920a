// Words of the list of checkout sessions.
import { defineWords } from '../../words/words.ts'

export const sessionWords = defineWords('checkout-sessions', {
  pt: {
    title: 'Sessões de checkout',
    description: 'Páginas de pagamento que o seu sistema abriu pela API, cada uma para um comprador.',
    caption: 'Sessões encontradas',
    columns: { what: 'Sessão', status: 'Situação', amount: 'Valor', expires: 'Vence em', end: 'Ações' },
    status: { ACTIVE: 'Aberta', EXPIRED: 'Encerrada', ARCHIVED: 'Arquivada', PAID: 'Paga' },
    filters: { label: 'Filtros', status: 'Situação', any: 'Todas', search: 'Sua referência', hint: 'Exata' },
    named: 'Sessão {{id}}',
    empty: {
      title: 'Nenhuma sessão ainda',
      text: 'Sua loja manda o comprador para uma página de pagamento com POST /api/checkouts. Cada uma aparece aqui, com o que deu.',
      foundTitle: 'Nada encontrado',
      found: 'Nenhuma sessão combina com estes filtros.',
    },
    copy: 'Copiar o endereço da sessão {{id}}',
    end: 'Encerrar',
    ending: {
      title: 'Encerrar esta sessão?',
      text: 'O comprador não poderá mais pagar por ela. Um código que já foi gerado ainda pode ser pago.',
      verb: 'Encerrar sessão',
      keep: 'Manter aberta',
      done: 'Sessão encerrada.',
    },
  },
  en: {
    title: 'Checkout sessions',
    description: 'Payment pages that your system opened through the API, each for one buyer.',
    caption: 'Sessions found',
    columns: { what: 'Session', status: 'Status', amount: 'Amount', expires: 'Expires', end: 'Actions' },
    status: { ACTIVE: 'Open', EXPIRED: 'Ended', ARCHIVED: 'Archived', PAID: 'Paid' },
    filters: { label: 'Filters', status: 'Status', any: 'All', search: 'Your reference', hint: 'Exactly' },
    named: 'Session {{id}}',
    empty: {
      title: 'No sessions yet',
      text: 'Your shop sends the buyer to a payment page with POST /api/checkouts. Each one appears here, with what came of it.',
      foundTitle: 'Nothing found',
      found: 'No session matches these filters.',
    },
    copy: 'Copy the address of session {{id}}',
    end: 'End',
    ending: {
      title: 'End this session?',
      text: 'The buyer can pay by it no more. A code that was created before can still be paid.',
      verb: 'End session',
      keep: 'Keep it open',
      done: 'Session ended.',
    },
  },
})
