// Texts of a sale by boleto.
import { defineWords } from '../../words/words.ts'

export const boletoWords = defineWords('sale-boleto', {
  pt: {
    title: 'Boleto',
    line: 'Linha digitável',
    copyLine: 'Copiar linha digitável',
    pix: 'Pix do boleto',
    copyPix: 'Copiar código Pix',
    qr: 'Código QR do Pix deste boleto',
    due: 'Vencimento',
    payUntil: 'Pode ser pago até',
    paid: 'Valor pago',
    charges: 'Multa e juros, que são seus',
    identified: 'Pago no banco, aguardando compensação',
    identifiedText: 'O banco já avisou que o boleto foi pago. A venda fica paga quando o dinheiro chegar.',
    pdf: 'Abrir o boleto em PDF',
  },
  en: {
    title: 'Boleto',
    line: 'Line of the boleto',
    copyLine: 'Copy the line',
    pix: 'Pix of the boleto',
    copyPix: 'Copy the Pix code',
    qr: 'QR code of the Pix of this boleto',
    due: 'Due day',
    payUntil: 'Can be paid until',
    paid: 'Amount paid',
    charges: 'Fine and interest, which are yours',
    identified: 'Paid at a bank, waiting to be cleared',
    identifiedText: 'The bank has reported that the boleto was paid. The sale is paid once the money is there.',
    pdf: 'Open the boleto as PDF',
  },
})
