// Texts of the actions on a cashout that has not been submitted.
import { defineWords } from '../../words/words.ts'

export const actionWords = defineWords('cashoutDeeds', {
  pt: {
    approve: {
      action: 'Aprovar',
      title: 'Aprovar este saque?',
      text: 'Com a última aprovação, o Pix sai na hora e não pode ser desfeito.',
      reason: 'Observação (opcional)',
      verb: 'Aprovar',
      done: 'Aprovação registrada.',
    },
    reject: {
      action: 'Recusar',
      title: 'Recusar este saque?',
      text: 'O saque é cancelado e o valor volta ao saldo.',
      reason: 'Motivo',
      verb: 'Recusar',
      done: 'Saque recusado.',
    },
    cancel: {
      action: 'Cancelar saque',
      title: 'Cancelar este saque?',
      text: 'O valor volta ao saldo na hora. Se o Pix já tiver saído, nada muda.',
      reason: '',
      verb: 'Cancelar saque',
      done: 'Saque cancelado.',
    },
    reasonHelp: 'De 3 a 500 caracteres; fica no histórico.',
    own: 'Quem pediu o saque não pode aprová-lo. Peça a outra pessoa da conta.',
    tooLate: 'Este saque já mudou de situação. Confira como ele está agora.',
  },
  en: {
    approve: {
      action: 'Approve',
      title: 'Approve this cashout?',
      text: 'With the last approval the Pix goes out at once and cannot be undone.',
      reason: 'Note (optional)',
      verb: 'Approve',
      done: 'Approval noted.',
    },
    reject: {
      action: 'Reject',
      title: 'Reject this cashout?',
      text: 'The cashout is cancelled and the amount goes back to the balance.',
      reason: 'Reason',
      verb: 'Reject',
      done: 'Cashout rejected.',
    },
    cancel: {
      action: 'Cancel cashout',
      title: 'Cancel this cashout?',
      text: 'The amount goes back to the balance at once. If the Pix is on its way already, nothing changes.',
      reason: '',
      verb: 'Cancel cashout',
      done: 'Cashout cancelled.',
    },
    reasonHelp: '3 to 500 characters; it stays in the history.',
    own: 'Whoever requested a cashout cannot approve it. Ask another person of the account.',
    tooLate: 'This cashout has changed meanwhile. Look at how it stands now.',
  },
})
