// Words of the receipt of a cashout.
import { defineWords } from '../../words/words.ts'

export const receiptWords = defineWords('cashoutReceipt', {
  pt: {
    open: 'Comprovante',
    title: 'Comprovante de Pix',
    back: 'Voltar ao saque',
    print: 'Imprimir ou salvar em PDF',
    paid: 'Pix enviado',
    when: 'Data e hora',
    zone: 'horário de Brasília',
    payer: 'Quem pagou',
    payee: 'Chave de quem recebeu',
    fee: 'Tarifa',
    total: 'Total debitado',
    issued: 'Emitido por {{house}} em {{moment}}.',
    returned: 'Deste valor, {{amount}} voltaram em {{moment}}.',
    noneTitle: 'Ainda não há comprovante',
    none: 'O comprovante aparece aqui assim que o saque for pago.',
  },
  en: {
    open: 'Receipt',
    title: 'Pix receipt',
    back: 'Back to the cashout',
    print: 'Print or save as PDF',
    paid: 'Pix sent',
    when: 'Date and time',
    zone: 'Brasília time',
    payer: 'Paid by',
    payee: 'Key of the payee',
    fee: 'Fee',
    total: 'Total debited',
    issued: 'Issued by {{house}} on {{moment}}.',
    returned: 'Of this amount, {{amount}} came back on {{moment}}.',
    noneTitle: 'There is no receipt yet',
    none: 'The receipt appears here as soon as the cashout is paid.',
  },
})
