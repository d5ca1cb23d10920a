// What the pages say, in both languages beside each other.
import type { Language } from '#kernel/language.ts'
import { type Both, both } from './bilingual-text.ts'
import { spanText } from './language.ts'
import { BOLETO_TEXTS } from './method-words/boleto.ts'
import { CARD_TEXTS } from './method-words/card.ts'
import { ENDED_TEXTS } from './method-words/ended.ts'
import { TRANSFER_TEXTS } from './method-words/transfer.ts'

const TEXTS = {
  processedBy: both(
    (gateway: string) => `Pagamento seguro · processado por ${gateway}`,
    (gateway: string) => `Secure payment · processed by ${gateway}`,
  ),
  otherLanguage: both('English', 'Português'),
  language: both('Idioma', 'Language'),
  skip: both('Ir para o pagamento', 'Skip to payment'),

  test: both('Página de teste.', 'Test page.'),
  testText: both(
    'Aqui ninguém paga de verdade, e nada aqui é comprovante de pagamento.',
    'Nobody pays real money here, and nothing here proves a payment.',
  ),
  testTitle: both(
    (title: string) => `Teste: ${title}`,
    (title: string) => `Test: ${title}`,
  ),
  testReceipt: both('Pagamento de teste: isto não é um comprovante.', 'A test payment: this is not a receipt.'),

  preview: both('Prévia', 'Preview'),
  previewText: both(
    'Esta é uma prévia: seus compradores verão a página assim. Nada aqui é cobrado, e nada aqui é comprovante de pagamento.',
    'This is a preview: your buyers will see the page like this. Nothing here is charged, and nothing here proves a payment.',
  ),
  previewScreens: both('Telas da prévia', 'Screens of the preview'),
  previewItem: both('Produto de exemplo', 'Sample product'),
  previewCode: both('PREVIA: este codigo nao pode ser pago', 'PREVIEW: this code cannot be paid'),
  previewKey: both('chave de exemplo', 'sample key'),
  previewHolder: both('Titular da conta', 'Holder of the account'),
  previewMessage: both('EXEMPLO', 'SAMPLE'),
  previewReference: both('prévia, sem valor', 'preview, without value'),

  summary: both('Resumo do pedido', 'Order summary'),
  total: both('Total', 'Total'),
  shipping: both('Frete', 'Shipping'),
  discount: both('Desconto', 'Discount'),
  each: both(
    (price: string) => `${price} cada`,
    (price: string) => `${price} each`,
  ),
  openTotal: both('Você escolhe', 'You choose'),
  openRange: both(
    (min: string, max: string) => `de ${min} a ${max}`,
    (min: string, max: string) => `from ${min} to ${max}`,
  ),

  steps: both('Etapas', 'Steps'),
  contact: both('Seus dados', 'Your details'),
  delivery: both('Entrega', 'Delivery'),
  payment: both('Pagamento', 'Payment'),
  done: both('preenchido', 'done'),
  change: both('Alterar', 'Change'),
  changeContact: both('Alterar seus dados', 'Change your details'),
  changeDelivery: both('Alterar a entrega', 'Change the delivery'),
  continue: both('Continuar', 'Continue'),
  back: both('Voltar sem alterar', 'Back without changes'),
  backTo: both(
    (host: string) => `Voltar para ${host}`,
    (host: string) => `Back to ${host}`,
  ),
  optional: both('opcional', 'optional'),
  choose: both('Escolha', 'Choose'),

  order: both('Seu pedido', 'Your order'),
  quantityOf: both(
    (title: string) => `Quantidade de ${title}`,
    (title: string) => `Quantity of ${title}`,
  ),
  quantityHint: both(
    (min: number, max: number) => `De ${min} a ${max}. O total aparece antes de pagar.`,
    (min: number, max: number) => `From ${min} to ${max}. You see the total before you pay.`,
  ),
  amount: both('Quanto você quer pagar?', 'How much do you want to pay?'),
  amountHint: both(
    (min: string, max: string) => `De ${min} a ${max}. Por exemplo: 25,00`,
    (min: string, max: string) => `From ${min} to ${max}. For example: 25.00`,
  ),
  name: both('Nome completo', 'Full name'),
  email: both('E-mail', 'E-mail'),
  phone: both('Celular com DDD', 'Mobile phone'),
  reachHint: both('Informe o e-mail, o celular, ou os dois.', 'Give your e-mail, your phone, or both.'),
  document: both('CPF ou CNPJ', 'CPF or CNPJ (Brazilian tax number)'),
  privacy: both(
    (shop: string, gateway: string) =>
      `${shop} usa estes dados para esta compra e pode escrever a você sobre ela. Quem processa o pagamento é ${gateway}.`,
    (shop: string, gateway: string) =>
      `${shop} uses these details for this purchase and may write to you about it. The payment is processed by ${gateway}.`,
  ),
  consent: both(
    (shop: string) => `Quero receber ofertas de ${shop}.`,
    (shop: string) => `I would like to receive offers from ${shop}.`,
  ),
  changingContact: both(
    'Por segurança, os dados que você já deu não aparecem aqui. Preencha de novo.',
    'For your safety, the details you gave before are not shown here. Please fill them in again.',
  ),

  zipCode: both('CEP', 'Postal code (CEP)'),
  zipCodeHint: both('Preenche o endereço, quando o CEP é conhecido.', 'Fills in the address where the code is known.'),
  street: both('Rua ou avenida', 'Street'),
  number: both('Número', 'Number'),
  complement: both('Complemento', 'Apartment, suite'),
  district: both('Bairro', 'District'),
  city: both('Cidade', 'City'),
  state: both('Estado', 'State'),

  method: both('Forma de pagamento', 'Payment method'),
  pix: both('Pix', 'Pix'),
  pixHint: both('Aprovado na hora, pelo app do seu banco', 'Approved at once, in your bank’s app'),
  pay: both(
    (sum: string) => `Pagar ${sum}`,
    (sum: string) => `Pay ${sum}`,
  ),
  newCode: both(
    (sum: string) => `Gerar novo código de ${sum}`,
    (sum: string) => `New code for ${sum}`,
  ),

  ...BOLETO_TEXTS,
  ...CARD_TEXTS,
  ...ENDED_TEXTS,
  ...TRANSFER_TEXTS,

  starting: both('Gerando o código…', 'Making the code…'),
  startingText: both('Leva poucos segundos.', 'It takes a few seconds.'),
  tryAgain: both('Tentar de novo', 'Try again'),
  refresh: both('Atualizar', 'Refresh'),
  pixTitle: both('Pague com Pix', 'Pay with Pix'),
  pixSteps: both(
    'Abra o app do seu banco, escolha Pix copia e cola ou leia o código.',
    'Open your bank’s app, choose Pix copy and paste, or scan the code.',
  ),
  qrLabel: both(
    (sum: string) => `Código QR do Pix de ${sum}`,
    (sum: string) => `QR code of the Pix of ${sum}`,
  ),
  code: both('Pix copia e cola', 'Pix copy and paste'),
  copy: both('Copiar código', 'Copy code'),
  copied: both('Código copiado', 'Code copied'),
  validFor: both('Código válido por', 'Code valid for'),
  validUntil: both(
    (time: string) => `Vence às ${time}, no horário de Brasília.`,
    (time: string) => `It expires at ${time}, Brasília time.`,
  ),
  waiting: both(
    'Aguardando o pagamento. A confirmação chega em segundos.',
    'Waiting for the payment. It is confirmed within seconds.',
  ),
  havePaid: both('Já paguei: conferir', 'I have paid: check'),
  checking: both('Conferindo com o banco…', 'Checking with the bank…'),
  checkingText: both(
    'O tempo do código acabou. Se você pagou, a confirmação aparece aqui. Se não, você poderá gerar outro.',
    'The code’s time is over. If you have paid, the confirmation appears here. If not, you can make another one.',
  ),
  chargeCheckingText: both(
    (shop: string) =>
      `O tempo do código acabou. Se você pagou, a confirmação aparece aqui. Se não, peça outro a ${shop}.`,
    (shop: string) =>
      `The code’s time is over. If you have paid, the confirmation appears here. If not, ask ${shop} for another one.`,
  ),
  chargeClosed: both('Esta cobrança não pode mais ser paga', 'This charge cannot be paid any more'),
  paid: both('Pagamento confirmado', 'Payment confirmed'),
  keepReceipt: both('Guarde este comprovante.', 'Keep this receipt.'),
  paidTo: both('Para', 'To'),
  paidAt: both('Quando', 'When'),
  paidAmount: both('Valor', 'Amount'),
  paidBy: both('Forma de pagamento', 'Payment method'),
  reference: both('Referência', 'Reference'),
  refunded: both('Pagamento devolvido', 'Payment refunded'),
  refundedText: both(
    'O valor inteiro voltou para a conta que pagou.',
    'The whole amount went back to the account that paid.',
  ),
  buyAgain: both('Comprar de novo', 'Buy again'),

  soldOut: both('Esgotado', 'Sold out'),
  soldOutText: both(
    (shop: string) => `Não há mais unidades agora. Nada foi cobrado. Fale com ${shop}.`,
    (shop: string) => `There is nothing left at the moment. You were not charged. Please contact ${shop}.`,
  ),
  closed: both('Este link não está mais disponível', 'This link is no longer available'),
  closedText: both(
    (shop: string) => `Nada foi cobrado. Fale com ${shop}.`,
    (shop: string) => `You were not charged. Please contact ${shop}.`,
  ),
  sessionPaid: both('Este pedido já foi pago', 'This order has been paid'),
  sessionPaidText: both(
    (shop: string) => `Não há mais nada a pagar. O comprovante está no aparelho em que foi pago, e com ${shop}.`,
    (shop: string) => `There is nothing left to pay. The receipt is on the device that paid, and with ${shop}.`,
  ),
  over: both('Este pedido foi encerrado', 'This order has ended'),
  overText: both(
    'Nada foi cobrado. Ele ficou parado por muito tempo; você pode fazer outro.',
    'You were not charged. It was left for too long; you can make another one.',
  ),
  startAnew: both('Fazer outro pedido', 'Make another order'),
  nowhere: both('Este link não está disponível', 'This link is not available'),
  nowhereText: both(
    'O endereço pode estar incompleto, ou o link já foi encerrado. Confira com a loja que o enviou.',
    'The address may be incomplete, or the link has ended. Please check with the shop that sent it.',
  ),

  recovery: both('Seu pedido está aqui', 'Your order is here'),
  recoveryText: both(
    'Você começou esta compra e pode terminar agora. Os dados abaixo estão escondidos para proteger você.',
    'You began this purchase and can finish it now. The details below are hidden to protect you.',
  ),
  priceChanged: both(
    (was: string, now: string) => `O valor mudou: era ${was}, agora é ${now}.`,
    (was: string, now: string) => `The price has changed: it was ${was}, now it is ${now}.`,
  ),
  useThese: both('Usar estes dados', 'Use these details'),
  useOthers: both('Usar outros dados', 'Use other details'),

  refused: both('Confira', 'Please check'),
  problems: both('Confira os campos abaixo', 'Please check the fields below'),
  down: both(
    'O banco não respondeu. Nada foi cobrado; tente de novo em instantes.',
    'The bank did not answer. You were not charged; please try again in a moment.',
  ),
  amountChanged: both(
    'O valor mudou. Confira o novo total antes de pagar.',
    'The amount has changed. Please check the new total before you pay.',
  ),
  changedMeanwhile: both(
    'Algo mudou enquanto você comprava. Confira e tente de novo.',
    'Something has changed meanwhile. Please check and try again.',
  ),
  cannotCharge: both(
    (shop: string) => `Não foi possível gerar o código. Nada foi cobrado. Fale com ${shop}.`,
    (shop: string) => `The code could not be made. You were not charged. Please contact ${shop}.`,
  ),
  nameProblem: both('Escreva seu nome completo.', 'Write your full name.'),
  emailProblem: both('Escreva um e-mail como nome@exemplo.com.', 'Write an e-mail such as name@example.com.'),
  reachProblem: both('Informe o e-mail ou o celular.', 'Give your e-mail or your phone.'),
  phoneProblem: both('Escreva o celular com DDD, de 8 a 15 números.', 'Write the phone with 8 to 15 digits.'),
  documentProblem: both('Confira o CPF ou CNPJ: algum número não bate.', 'Check the CPF or CNPJ: a digit is wrong.'),
  quantityProblem: both('Escolha uma quantidade dentro do limite.', 'Choose a quantity within the limits.'),
  amountProblem: both('Escreva um valor dentro do limite.', 'Write an amount within the limits.'),
  totalProblem: both('O total não pode ser pago de uma vez.', 'The total cannot be paid at once.'),
  zipCodeProblem: both('Escreva o CEP com 8 números.', 'Write the postal code with 8 digits.'),
  stateProblem: both('Escolha o estado.', 'Choose the state.'),
  neededProblem: both('Preencha este campo.', 'Fill in this field.'),

  offline: both(
    'Sem conexão no momento. A página se atualiza quando ela voltar.',
    'There is no connection at the moment. The page refreshes when it is back.',
  ),
  failed: both('Algo deu errado', 'Something went wrong'),
  failedText: both(
    'Não deu para mostrar a página. Se você já pagou, não pague de novo: abra este link daqui a pouco.',
    'The page could not be shown. If you have paid already, do not pay again: open this link in a moment.',
  ),
  tooMany: both('Muitas tentativas', 'Too many attempts'),
  tooManyText: both(
    (seconds: number) => `Tente de novo em ${spanText(seconds, 'pt-BR')}.`,
    (seconds: number) => `Please try again in ${spanText(seconds, 'en')}.`,
  ),
  refusedOrigin: both('Este envio não veio desta página', 'This was not sent from this page'),
  refusedOriginText: both(
    'Nada foi cobrado. Abra o link da loja de novo e envie por ele.',
    'You were not charged. Please open the shop’s link again and send it from there.',
  ),
  unreadable: both('Não deu para ler o que foi enviado', 'What was sent could not be read'),
  unreadableText: both(
    'Nada foi cobrado com este envio. Tente de novo em instantes.',
    'Nothing was charged by it. Please try again in a moment.',
  ),
} satisfies Record<string, Both<unknown>>

type Texts = typeof TEXTS
export type WordName = keyof Texts
export type Words = { readonly [Name in WordName]: Texts[Name]['pt-BR'] }
/** Those that take nothing. */
export type PlainWord = { [Name in WordName]: Texts[Name]['pt-BR'] extends string ? Name : never }[WordName]

const of = (language: Language): Words =>
  Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, text[language]])) as unknown as Words

const WORDS: Record<Language, Words> = { 'pt-BR': of('pt-BR'), en: of('en') }

export const wordsOf = (language: Language): Words => WORDS[language]

/** Kept with a buyer's consent, so that it is known later what was agreed to. Raised when the sentence changes. */
export const CONSENT_VERSION = '2026-11'
