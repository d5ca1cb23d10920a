// Texts about a request that was sent and got no answer, shared by all requests with an idempotency key.
import { defineWords } from '../../words/words.ts'

export const sentWords = defineWords('sent', {
  pt: {
    again: 'Tentar de novo',
    slowTitle: 'O servidor ainda não respondeu',
    slow: 'O pedido pode ter chegado. Você pode esperar ou tentar de novo: repetir não faz nada duas vezes, e a resposta aparece aqui assim que chegar.',
    slowAlone: 'O pedido pode ter chegado. A resposta aparece aqui assim que chegar.',
    lostTitle: 'Não sabemos se o pedido chegou',
    lost: 'Tente de novo: é o mesmo pedido, e ele só é feito uma vez.',
    reusedTitle: 'O pedido anterior tinha chegado',
    reused: 'O que você mudou depois não foi enviado, para que nada seja feito duas vezes.',
  },
  en: {
    again: 'Try again',
    slowTitle: 'The server has not answered yet',
    slow: 'The request may have arrived. You can wait or try again: repeating does nothing twice, and the answer appears here as soon as it comes.',
    slowAlone: 'The request may have arrived. The answer appears here as soon as it comes.',
    lostTitle: 'We do not know whether the request arrived',
    lost: 'Try again: it is the same request, and it is done only once.',
    reusedTitle: 'The earlier request had arrived',
    reused: 'What you changed afterwards was not sent, so that nothing is done twice.',
  },
})
