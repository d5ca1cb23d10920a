// The page "App do pagador": what a person does with recurrences in the app of the payer's bank. It works without scripts.
import { type Static, Type } from 'typebox'
import { authoriseRec, cancelByPayer, refuseRec } from '../app/authorise.ts'
import type { Offer } from '../buyer/offer.ts'
import { type Payer, payerOf } from '../buyer/payer.ts'
import { cancelByPayer as cancelChargeByPayer } from '../cobr/cancel.ts'
import { existingCobr } from '../cobr/order.ts'
import type { HttpServer } from '../http/server.ts'
import { existingRec } from '../rec/change.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { appCard, firstPayer } from './app-card.ts'
import { offerCard, pasteCard } from './offer-card.ts'
import { payerOf as chosenPayer } from './payers.ts'
import { offerOrWords } from './routes.ts'
import { show } from './show.ts'
import { refusalInWords, typedAmount } from './words.ts'

const Document = Type.String({ maxLength: 18 })
const Query = Type.Object({ pagador: Type.Optional(Document), outro: Type.Optional(Document) })

const AuthoriseForm = Type.Object({
  codigo: Type.String({ maxLength: 2_000 }),
  pagador: Type.Optional(Document),
  nome: Type.Optional(Type.String({ maxLength: 140 })),
  documento: Type.Optional(Document),
  maximo: Type.Optional(Type.String({ maxLength: 20 })),
})

const AnswerForm = Type.Object({
  idRec: Type.String({ maxLength: 29 }),
  pagador: Document,
  acao: Type.Union([Type.Literal('autorizar'), Type.Literal('recusar'), Type.Literal('cancelar')]),
  maximo: Type.Optional(Type.String({ maxLength: 20 })),
})

const ChargeForm = Type.Object({ txid: Type.String({ maxLength: 35 }), pagador: Document })

const TITLE = 'App do pagador'

export function appPageRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.get('/app', { schema: { querystring: Query } }, async ({ query: { pagador, outro } }, reply) =>
    show(reply, bank, TITLE, appCard(bank, digitsOf(outro) || digitsOf(pagador) || firstPayer(bank))),
  )

  httpServer.post('/autorizar', { schema: { body: AuthoriseForm } }, async ({ body }, reply) => {
    const code = body.codigo.trim()
    const offer = offerOrWords(bank, code)
    if (typeof offer === 'string') return show(reply.code(422), bank, 'Pagar com Pix', pasteCard(code, offer))
    try {
      const payer = payerOf(chosenPayer(body))
      bank.database.transaction(() => authoriseByCode(bank, offer, payer, capIn(body.maximo)))
      return reply.redirect(addressOf(payer.document), 303)
    } catch (error) {
      if (!(error instanceof ControlRefused)) throw error
      const card = await offerCard(bank, { offer, code, typed: body, problem: refusalInWords(error.code) })
      return show(reply.code(422), bank, 'Confira a autorização', card)
    }
  })

  httpServer.post('/app/rec', { schema: { body: AnswerForm } }, async ({ body }, reply) => {
    const problem = attempt(() => bank.database.transaction(() => answer(bank, body)))
    if (problem === null) return reply.redirect(addressOf(body.pagador), 303)
    return show(reply.code(422), bank, TITLE, appCard(bank, digitsOf(body.pagador), problem))
  })

  httpServer.post('/app/cobr', { schema: { body: ChargeForm } }, async ({ body: { txid, pagador } }, reply) => {
    const cancel = () => bank.database.transaction(() => cancelChargeByPayer(bank, existingCobr(bank, txid)))
    const problem = attempt(cancel)
    if (problem === null) return reply.redirect(addressOf(pagador), 303)
    return show(reply.code(422), bank, TITLE, appCard(bank, digitsOf(pagador), problem))
  })
}

function answer(bank: Bank, { idRec, acao, maximo }: Static<typeof AnswerForm>): void {
  const rec = existingRec(bank, idRec)
  if (acao === 'autorizar') authoriseRec(bank, rec, { journey: null, maximo: capIn(maximo) })
  else if (acao === 'recusar') refuseRec(bank, rec)
  else cancelByPayer(bank, rec)
}

function authoriseByCode(bank: Bank, { recurrence }: Offer, payer: Payer, maximo: string | undefined): void {
  if (recurrence === null || recurrence.journey === 'JORNADA_3')
    throw new ControlRefused('unpayable-code', 422, 'codigo: it authorises nothing by itself')
  authoriseRec(bank, recurrence.rec, { journey: recurrence.journey, payer, maximo })
}

/** In words why it could not be done; null: it is done. */
function attempt(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof ControlRefused) return refusalInWords(error.code)
    throw error
  }
}

const capIn = (typed: string | undefined) => (typed?.trim() ? typedAmount(typed) : undefined)

const digitsOf = (text = ''): string => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

const addressOf = (document: string): string => `/app?${new URLSearchParams({ pagador: digitsOf(document) })}`
