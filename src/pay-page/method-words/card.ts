// What the pages say of cards.
import { both } from '../bilingual-text.ts'

export const CARD_TEXTS = {
  creditCard: both('Cartão de crédito', 'Credit card'),
  creditCardHintOf: both(
    (max: number) => (max === 1 ? 'À vista' : `Em até ${max}× sem juros`),
    (max: number) => (max === 1 ? 'In one payment' : `In up to ${max} instalments without interest`),
  ),
  debitCard: both('Cartão de débito', 'Debit card'),
  debitCardHint: both('À vista, com a confirmação do seu banco', 'In one payment, confirmed with your bank'),
  cardDetails: both('O cartão precisa destes dados de quem paga.', 'A card needs these details of its holder.'),
  cardFrame: both('Dados do cartão, no provedor de pagamentos', 'Card details, at the payment provider'),
  cardNeedsScript: both(
    'Para pagar com cartão, o navegador precisa executar JavaScript: o número é digitado em um quadro do provedor de pagamentos. As outras formas de pagamento funcionam sem ele.',
    'To pay by card your browser has to run JavaScript: the number is typed into a frame of the payment provider. The other payment methods work without it.',
  ),
  cardInPreview: both(
    'Aqui aparecem os campos do cartão, em um quadro do provedor de pagamentos.',
    'The fields of the card appear here, in a frame of the payment provider.',
  ),
  cardWhere: both(
    'O número vai direto ao provedor de pagamentos. A loja não o vê.',
    'The number goes straight to the payment provider. The shop does not see it.',
  ),
  cardSilent: both(
    'O quadro do cartão não respondeu. Nada foi cobrado: tente de novo, ou pague de outra forma.',
    'The frame of the card did not answer. You were not charged: try again, or pay in another way.',
  ),
  cardUnfinished: both('Confira os dados do cartão.', 'Please check the details of the card.'),
  cardOnPage: both(
    'O cartão é digitado na página do provedor de pagamentos, que também oferece as parcelas. A loja não vê o número.',
    'The card is typed on the page of the payment provider, which offers the instalments too. The shop does not see the number.',
  ),
  payOnPage: both(
    (sum: string) => `Pagar ${sum} no provedor`,
    (sum: string) => `Pay ${sum} at the provider`,
  ),
  pageTitle: both('Pague na página do provedor', 'Pay on the page of the provider'),
  pageText: both(
    'O cartão é digitado na página do provedor de pagamentos. Depois de pagar, volte a esta página: ela mostra o resultado.',
    'The card is typed on the page of the payment provider. Once you have paid, come back to this page: it shows the result.',
  ),
  pageGo: both('Ir para a página do provedor', 'Go to the page of the provider'),
  pagePaid: both(
    'Se já pagou, não pague de novo: a confirmação aparece aqui em alguns instantes.',
    'If you have paid already, do not pay again: the confirmation appears here in a moment.',
  ),
  pageLeave: both('Pagar de outra forma', 'Pay in another way'),
  pageNotLeft: both(
    'Ainda não se sabe se o cartão foi cobrado. Estamos conferindo com o provedor; tente de novo em instantes.',
    'It is not known yet whether the card was charged. We are asking the provider; please try again in a moment.',
  ),
  installments: both('Parcelas', 'Instalments'),
  inFull: both(
    (sum: string) => `1× de ${sum}, à vista`,
    (sum: string) => `1 payment of ${sum}`,
  ),
  inParts: both(
    (parts: number, part: string, sum: string) => `${parts}× de ${part} sem juros (total ${sum})`,
    (parts: number, part: string, sum: string) => `${parts} payments of ${part} without interest (${sum} in total)`,
  ),
  cardEnding: both(
    (digits: string) => `final ${digits}`,
    (digits: string) => `ending in ${digits}`,
  ),
  cardParts: both(
    (parts: number, part: string) => `${parts}× de ${part}`,
    (parts: number, part: string) => `${parts} payments of ${part}`,
  ),
  payingByCard: both('Pagamento em andamento', 'The payment is under way'),
  cardUnderWay: both(
    'Estamos confirmando com o banco do cartão. Pode fechar esta página: nada será cobrado duas vezes.',
    'We are confirming with the bank of the card. You may close this page: nothing will be charged twice.',
  ),
  challengeTitle: both('Confirme com o banco do cartão', 'Confirm with the bank of the card'),
  challengeText: both(
    'O banco do cartão quer saber se é você quem está comprando. A página dele abre agora, e depois você volta para cá.',
    'The bank of the card wants to know whether it is you who is buying. Its page opens now, and you come back here afterwards.',
  ),
  challengeGo: both('Confirmar no site do banco', 'Confirm at the bank’s site'),
  challengeLater: both(
    'Sem a confirmação nada é cobrado, e em alguns minutos você pode pagar de outra forma.',
    'Without the confirmation nothing is charged, and in a few minutes you can pay in another way.',
  ),
  cardRefused: both(
    'O cartão não foi aceito. Nada foi cobrado; se o limite ficou reservado, o banco o devolve.',
    'The card was not accepted. You were not charged; if an amount was reserved, the bank releases it.',
  ),
  cardCheck: both('Confira os dados do cartão e tente de novo.', 'Check the details of the card and try again.'),
  cardOther: both('Use outro cartão ou outra forma de pagamento.', 'Use another card or another payment method.'),
  cardLater: both(
    'Tente de novo mais tarde, ou use outra forma de pagamento.',
    'Try again later, or use another payment method.',
  ),
  cardBack: both('Volte à página da compra', 'Go back to the page of your purchase'),
  cardBackText: both(
    'A sua resposta foi registrada. O resultado aparece na página em que você estava comprando.',
    'Your answer was recorded. The result appears on the page on which you were buying.',
  ),
  cardProblem: both(
    'Preencha os dados do cartão. Se o quadro do cartão não aparece, ative o JavaScript ou use outra forma de pagamento.',
    'Fill in the details of the card. If its frame does not appear, allow JavaScript or use another payment method.',
  ),
  cannotChargeCard: both(
    'Não foi possível cobrar o cartão. Nada foi cobrado. Tente de novo, ou use outra forma de pagamento.',
    'The card could not be charged. You were not charged. Try again, or use another payment method.',
  ),
  cardNumberProblem: both(
    'Não escreva o número do cartão aqui: ele só é digitado no quadro do cartão.',
    'Do not write the number of the card here: it is typed into the frame of the card only.',
  ),
}
