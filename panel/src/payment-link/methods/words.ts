// By which methods a link is paid, in words.
import { defineWords } from '../../words/words.ts'

export const methodWords = defineWords('checkout-methods', {
  pt: {
    title: 'Como o comprador paga',
    label: 'Meios de pagamento',
    help: 'O comprador escolhe um deles.',
    inFull: 'À vista',
    inParts: 'Em até {{parts}}× sem juros para quem compra',
    tooLittle: 'Este valor é pequeno demais para um cartão.',
    notSold: 'Sua conta não vende assim agora: não aparece para quem compra.',
  },
  en: {
    title: 'How the buyer pays',
    label: 'Payment methods',
    help: 'The buyer chooses one of them.',
    inFull: 'In one payment',
    inParts: 'In up to {{parts}} instalments, without interest for the buyer',
    tooLittle: 'This amount is too small for a card.',
    notSold: 'Your account cannot sell like this now: buyers do not see it.',
  },
})
