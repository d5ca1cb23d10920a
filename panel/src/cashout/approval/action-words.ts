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
    tooLate: 'Este saque já mudou de situação. Confira como ele está agora.',
    unanswered: 'O provedor não respondeu, e o saque continua como estava. Tente de novo em instantes.',
    obstacles: {
      NOT_WAITING: 'Este saque já não espera aprovação. Confira como ele está agora.',
      TIME_IS_OVER: 'O prazo para decidir terminou: o saque é cancelado e o valor volta ao saldo.',
      NOT_NEEDED: 'Este saque já não depende da sua aprovação.',
      APPROVED_BY_YOU: 'Você já aprovou este saque.',
      STOPPED: 'A operação parou as transferências desta conta; até ela liberar, ninguém aprova.',
    },
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
    tooLate: 'This cashout has changed meanwhile. Look at how it stands now.',
    unanswered: 'The provider did not answer, and the cashout is as it was. Try again in a moment.',
    obstacles: {
      NOT_WAITING: 'This cashout waits for approval no more. Look at how it stands now.',
      TIME_IS_OVER: 'The time to decide is over: the cashout is cancelled and the amount goes back to the balance.',
      NOT_NEEDED: 'This cashout does not depend on your approval any more.',
      APPROVED_BY_YOU: 'You have already approved this cashout.',
      STOPPED: 'The operator has stopped transfers of this account; nobody approves until they are allowed again.',
    },
  },
})
