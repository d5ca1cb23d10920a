// Texts that the seller's disputes and the operator's pages share.
import { defineWords } from '../words/words.ts'

export const disputePartWords = defineWords('dispute-parts', {
  pt: {
    late: 'vencido {{when}}',
    ends: 'vence {{when}}',
    noDeadline: 'sem prazo',
    defenceStatus: {
      PENDING: 'A enviar',
      SENT: 'Entregue para análise',
      KEPT: 'A entregar pela operação',
      REFUSED: 'Recusada',
    },
    defenceFailed: 'O provedor não aceitou:',
    evidence: {
      all: 'Provas',
      one: 'Prova {{n}}',
      title: 'Título da prova',
      text: 'O que ela mostra',
      url: 'Link',
      add: 'Acrescentar prova',
      remove: 'Tirar a prova {{n}}',
      none: 'Nenhuma prova foi anexada.',
      noTitle: 'Dê um título a esta prova.',
      noLink: 'O link precisa começar com https://',
    },
  },
  en: {
    late: 'ended {{when}}',
    ends: 'ends {{when}}',
    noDeadline: 'no deadline',
    defenceStatus: {
      PENDING: 'To be sent',
      SENT: 'Handed in for review',
      KEPT: 'To be handed in by the operator',
      REFUSED: 'Refused',
    },
    defenceFailed: 'The provider did not take it:',
    evidence: {
      all: 'Evidence',
      one: 'Piece of evidence {{n}}',
      title: 'Title of the evidence',
      text: 'What it shows',
      url: 'Link',
      add: 'Add evidence',
      remove: 'Take out piece of evidence {{n}}',
      none: 'No evidence was handed in.',
      noTitle: 'Give this piece of evidence a title.',
      noLink: 'The link has to begin with https://',
    },
  },
})
