// What the cancellation of a sale means, by how the sale is paid. A code can be switched off; a boleto that was paid, or the data of a bank
// account that a buyer has, cannot.
import { defineWords } from '../words/words.ts'

export const cancelWords = defineWords('cancel-sale', {
  pt: {
    title: 'Cancelar esta venda?',
    means: {
      CODE: 'O código Pix deixa de valer e ninguém mais consegue pagar.',
      BOLETO:
        'O boleto é cancelado no banco, com o Pix dele. Se alguém já o pagou ou agendou, o dinheiro ainda pode chegar.',
      TRANSFER:
        'A venda deixa de esperar a transferência, mas não há código para desligar: quem tem os dados da conta ainda pode enviar o dinheiro. Avise o comprador.',
      CHARGE: 'A cobrança é cancelada no provedor.',
    },
    forGood: 'Depois de cancelada, a venda não volta; se precisar, crie outra.',
    keep: 'Manter venda',
    done: {
      CODE: 'Venda cancelada. O código não vale mais.',
      BOLETO: 'Venda cancelada, e o boleto também, no banco.',
      TRANSFER: 'Venda cancelada. Avise o comprador para não transferir.',
      CHARGE: 'Venda cancelada.',
    },
    tooLate: 'A situação desta venda acabou de mudar e ela não pode mais ser cancelada.',
    noAnswer: 'O banco não respondeu, e a venda continua como estava. Tente de novo em instantes.',
  },
  en: {
    title: 'Cancel this sale?',
    means: {
      CODE: 'The Pix code stops working and nobody can pay it any more.',
      BOLETO:
        'The boleto is cancelled at the bank, with its Pix. If somebody has paid or scheduled it already, the money may still come.',
      TRANSFER:
        'The sale no longer waits for the transfer, but there is no code to switch off: whoever has the data of the account can still send the money. Tell the buyer.',
      CHARGE: 'The charge is cancelled at the provider.',
    },
    forGood: 'A cancelled sale does not come back; create another one if you need it.',
    keep: 'Keep sale',
    done: {
      CODE: 'Sale cancelled. Its code does not work any more.',
      BOLETO: 'Sale cancelled, and the boleto at the bank with it.',
      TRANSFER: 'Sale cancelled. Tell the buyer not to transfer.',
      CHARGE: 'Sale cancelled.',
    },
    tooLate: 'This sale has just changed and cannot be cancelled any more.',
    noAnswer: 'The bank did not answer, and the sale is as it was. Try again in a moment.',
  },
})
