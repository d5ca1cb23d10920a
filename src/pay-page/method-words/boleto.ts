// What the pages say of boletos.
import { both } from '../bilingual-text.ts'

export const BOLETO_TEXTS = {
  boleto: both('Boleto', 'Boleto (bank slip)'),
  boletoHint: both(
    'Pague no banco, no aplicativo ou em uma lotérica até o vencimento.',
    'Pay at a bank, in your bank’s app or at a lottery shop by the due day.',
  ),
  boletoDetails: both('O boleto precisa destes dados de quem paga.', 'A boleto needs these details of its payer.'),
  makeBoleto: both(
    (sum: string) => `Gerar boleto de ${sum}`,
    (sum: string) => `Make boleto of ${sum}`,
  ),
  boletoTitle: both('Pague o boleto', 'Pay the boleto'),
  boletoMade: both(
    (day: string) => `Boleto gerado. Vence em ${day}.`,
    (day: string) => `The boleto is made. It is due on ${day}.`,
  ),
  boletoByBoth: both(
    'O pagamento por Pix é confirmado na hora; pela linha digitável, em até 1 dia útil depois de pago.',
    'A payment by Pix is confirmed at once; one by the line, up to one business day after it was made.',
  ),
  boletoByLine: both(
    'O pagamento é confirmado em até 1 dia útil depois de feito.',
    'The payment is confirmed up to one business day after it was made.',
  ),
  boletoOf: both(
    (sum: string) => `Boleto de ${sum}`,
    (sum: string) => `Boleto of ${sum}`,
  ),
  payer: both('Pagador', 'Payer'),
  payByPix: both('Pague com Pix', 'Pay with Pix'),
  boletoLine: both('Linha digitável', 'Line of the boleto'),
  copyLine: both('Copiar linha digitável', 'Copy the line'),
  lineCopied: both('Linha copiada', 'Line copied'),
  barCode: both('Código de barras do boleto', 'Bar code of the boleto'),
  amountToPay: both('Valor', 'Amount'),
  dueDay: both('Vencimento', 'Due day'),
  payUntil: both('Pode ser pago até', 'Can be paid until'),
  waitingForBoleto: both('Aguardando o pagamento.', 'Waiting for the payment.'),
  printBoleto: both('Imprimir boleto', 'Print the boleto'),
  boletoPdf: both('Boleto em PDF, no provedor', 'Boleto as PDF, at the provider'),
  identified: both('Boleto pago, aguardando confirmação', 'Boleto paid, waiting for confirmation'),
  identifiedText: both(
    'O banco já avisou que o boleto foi pago. A confirmação vem em até 1 dia útil.',
    'The bank has reported that the boleto was paid. The confirmation comes within one business day.',
  ),
}
