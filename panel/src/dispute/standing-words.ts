// What the state of a dispute means for its seller: what happened, and where the money is.
import { defineWords } from '../words/words.ts'

export const standingWords = defineWords('dispute-standing', {
  pt: {
    until: 'Até {{moment}} ({{when}})',
    of: {
      OPEN: {
        title: 'Você pode se defender',
        text: 'Quem pagou diz que este pagamento não era devido. Sem defesa, a decisão sai só com o que o pagador contou.',
      },
      LATE: {
        title: 'O prazo da defesa terminou',
        text: 'Não dá mais para se defender. Falta a decisão, que pode ainda ser a seu favor.',
      },
      SENDING: {
        title: 'Sua defesa está a caminho',
        text: 'Ela está guardada e será entregue ao provedor em instantes. Você não precisa fazer mais nada.',
      },
      REFUSED: {
        title: 'O provedor não aceitou a defesa',
        text: 'Ela não valeu como defesa, então você ainda pode enviar outra enquanto houver prazo.',
      },
      KEPT: {
        title: 'Sua defesa está com a operação',
        text: 'Nenhum provedor recebe defesas deste tipo pelo sistema: a operação a recebeu e a entrega por fora. Esta página mostra quando isso for feito.',
      },
      DEFENDED: {
        title: 'Sua defesa está em análise',
        text: 'O banco pesa o que você enviou. Se der razão ao pagador, o valor é devolvido a ele; se der razão a você, o pagamento vale.',
      },
      ACCEPTED: {
        title: 'O banco deu razão ao pagador',
        text: 'O valor será devolvido a quem pagou, normalmente em até um dia. Não dá mais para se defender.',
      },
      RELEASED: { title: 'Encerrada a seu favor', text: 'O pagamento valeu.' },
      CANCELLED: { title: 'Ninguém contesta mais', text: 'A contestação foi retirada.' },
      FORFEITED: {
        title: 'O valor voltou para o pagador',
        text: 'A decisão foi a favor de quem pagou, e {{amount}} voltou para ele.',
      },
    },
    lost: {
      ALL: 'O valor foi descontado de você. Se o seu saldo não bastou, o que entrar cobre primeiro a diferença.',
      PART: '{{charged}} foi descontado de você por esta contestação; o resto já tinha voltado antes, ou não era seu. Se o seu saldo não bastou, o que entrar cobre primeiro a diferença.',
      NONE: 'Nada foi descontado de você por esta contestação: o que voltou não era seu, ou já tinha voltado antes.',
    },
    money: {
      HELD: '{{held}} está bloqueado e não pode ser sacado até a contestação terminar.',
      SHORT: '{{held}} está bloqueado; {{lacking}} ainda falta, e o que entrar é bloqueado primeiro.',
      LACKING:
        'Nada está bloqueado agora, porque seu saldo não bastou. O que entrar é bloqueado primeiro, até {{lacking}}.',
      NONE: 'Nada está bloqueado por ela.',
      BACK: 'O que estava bloqueado por ela voltou para onde estava: a reserva da venda, até o dia dela, o que ainda será liquidado ou o saldo disponível.',
      FREED: 'O que estava bloqueado por ela foi liberado.',
      OTHER: 'Outra contestação da mesma venda continua aberta, e bloqueia o que ainda lhe faltava.',
    },
  },
  en: {
    until: 'Until {{moment}} ({{when}})',
    of: {
      OPEN: {
        title: 'You can defend yourself',
        text: 'The payer says that this payment was not due. Without a defence, only what the payer has said is weighed.',
      },
      LATE: {
        title: 'The time for a defence is over',
        text: 'It cannot be defended any more. The decision is still to come, and may be in your favour.',
      },
      SENDING: {
        title: 'Your defence is on its way',
        text: 'It is kept safe and reaches the provider in a moment. There is nothing more for you to do.',
      },
      REFUSED: {
        title: 'The provider did not take the defence',
        text: 'It does not count, so you can still send another one before the deadline.',
      },
      KEPT: {
        title: 'The operator has your defence',
        text: 'No provider takes defences of this kind through the system: the operator has it, and hands it in by other means. This page shows when that is done.',
      },
      DEFENDED: {
        title: 'Your defence is under review',
        text: 'The bank weighs what you have sent. If it decides for the payer, the amount goes back; if it decides for you, the payment stands.',
      },
      ACCEPTED: {
        title: 'The bank decided for the payer',
        text: 'The amount goes back to whoever paid, usually within a day. It cannot be defended any more.',
      },
      RELEASED: { title: 'Closed in your favour', text: 'The payment stands.' },
      CANCELLED: { title: 'Nobody disputes it any more', text: 'The dispute was withdrawn.' },
      FORFEITED: {
        title: 'The amount went back to the payer',
        text: 'It was decided for the payer, and {{amount}} went back to them.',
      },
    },
    lost: {
      ALL: 'The amount was taken from you. If your balance was not enough, what comes in covers the difference first.',
      PART: '{{charged}} was taken from you for this dispute; the rest had gone back before, or was not yours. If your balance was not enough, what comes in covers the difference first.',
      NONE: 'Nothing was taken from you for this dispute: what went back was not yours, or had gone back before.',
    },
    money: {
      HELD: '{{held}} is held, and cannot be paid out until the dispute ends.',
      SHORT: '{{held}} is held; {{lacking}} is still lacking, and what comes in is held first.',
      LACKING: 'Nothing is held now, as your balance was not enough. What comes in is held first, up to {{lacking}}.',
      NONE: 'Nothing is held for it.',
      BACK: 'What was held for it is back where it was: the reserve of the sale, until its day, what is still to be settled, or the available balance.',
      FREED: 'What was held for it was released.',
      OTHER: 'Another dispute of the same sale is still open, and holds what it was lacking.',
    },
  },
})
