// What the page of a dispute says of the money: what is held for it, what is not, and where it went when the dispute was over.
import { after, before, describe } from 'node:test'
import type { Person } from '../access/person.ts'
import { decidedAtBank, disputedAtBank, disputeOf, ENV, type ShownDispute, sold } from '../dispute/disputing.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { untilUnmatched } from '../sale/incoming.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { appears, axe, fits, NEEDS_BROWSER, type PanelBrowser, PHONE, type Visit } from './browser.ts'
import { openPanelScene, type PanelScene } from './scene.ts'
import { visitOf } from './steps.ts'

const BACK = /voltou para onde estava: a reserva da venda, até o dia dela/
const OTHER = 'Outra contestação da mesma venda continua aberta, e bloqueia o que ainda lhe faltava.'

describe('the money of a dispute', NEEDS_BROWSER, () => {
  let scene: PanelScene
  let gateway: TestGateway
  let browser: PanelBrowser
  before(async () => {
    scene = await openPanelScene({ env: ENV })
    ;({ gateway, browser } = scene)
  })
  after(() => scene[Symbol.asyncDispose]())

  /** Half of each sale is reserve, and no sale costs a fee. */
  async function shopOf(): Promise<{ person: Person; seller: Seller }> {
    const shop = await scene.shopOf()
    await setTerms(gateway, shop.seller, { basisPoints: 0, reserveBasisPoints: 50_00, unexpected: 'CREDIT' })
    return shop
  }

  const at = ({ page, go }: Visit, { uuid }: ShownDispute) =>
    go(`/contestacoes/${uuid}`).then(() => page.getByRole('note'))

  everyday('that is won is back where it was, unless another dispute of the sale is open', async () => {
    const { person, seller } = await shopOf()
    const sale = await sold(gateway, seller, 1_000_00)
    const part = await disputedAtBank(gateway, sale, { amount: '600.00' })
    const dispute = await disputeOf(seller, sale)
    await using visit = await visitOf(browser, gateway, person, { viewport: PHONE })
    const note = await at(visit, dispute)
    await appears(note.getByText('R$ 600,00 está bloqueado e não pode ser sacado até a contestação terminar.'))
    await axe(visit.page)
    await fits(visit.page)
    const whole = await disputedAtBank(gateway, sale)
    await until(async () => (await seller.api('GET', '/api/disputes')).body.data.length === 2 || null, 'the other one')
    await decidedAtBank(gateway, part, 'reject')
    await appears(note.getByText(OTHER))
    await decidedAtBank(gateway, whole, 'reject')
    await appears(note.getByText(BACK))
    await note.getByText(OTHER).waitFor({ state: 'detached' })
    await using english = await visitOf(browser, gateway, person, { locale: 'en-US' })
    const inEnglish = await at(english, dispute)
    await appears(inEnglish.getByText(/is back where it was: the reserve of the sale, until its day/))
  })

  slow('that no sale accepted was never the seller’s: lost, it is not said to be taken from them', async () => {
    const { person, seller } = await shopOf()
    await setTerms(gateway, seller, { basisPoints: 0, unexpected: 'KEEP' })
    const sale = await seller.sell(50_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const again = await gateway.pay(sale.pixKey, { again: true })
    await untilUnmatched(gateway, seller, 'UNACCEPTED 5000 ALREADY_PAID')
    const infraction = await disputedAtBank(gateway, again.body)
    const [dispute] = await until(async () => {
      const { data } = (await seller.api('GET', '/api/disputes')).body
      return data.length > 0 ? data : null
    }, 'the dispute')
    await using visit = await visitOf(browser, gateway, person, { viewport: PHONE })
    const note = await at(visit, dispute)
    await appears(note.getByText('Nada está bloqueado por ela.'))
    await decidedAtBank(gateway, infraction, 'accept')
    await appears(note.getByText('A decisão foi a favor de quem pagou, e R$ 50,00 voltou para ele.'))
    await appears(note.getByText(/^Nada foi descontado de você por esta contestação: o que voltou não era seu/))
    await axe(visit.page)
    await fits(visit.page)
    const whole = await sold(gateway, seller, 30_00)
    const ofWhole = await disputedAtBank(gateway, whole)
    // Decided before it is known here, its money would have gone back by itself first.
    await disputeOf(seller, whole)
    await decidedAtBank(gateway, ofWhole, 'accept')
    await using english = await visitOf(browser, gateway, person, { locale: 'en-US' })
    const inEnglish = await at(english, await disputeOf(seller, whole, 'FORFEITED'))
    await appears(inEnglish.getByText(/^The amount was taken from you\./))
  })

  slow('that was paid out before is not held, and held as money comes', async () => {
    const { person, seller } = await shopOf()
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const again = await gateway.pay(sale.pixKey, { again: true })
    const body = { amount: 150, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
    const available = async () => (await seller.api('GET', '/api/public/balance')).body.available
    await until(async () => (await available()) === 150_00 || null, 'the second payment to be credited')
    const { uuid } = (await seller.api('POST', '/api/public/cashout', body)).body
    await seller.reaches(`/api/public/cashout/${uuid}`, 'COMPLETED')
    const infraction = await disputedAtBank(gateway, again.body)
    const [dispute] = await until(async () => {
      const { data } = (await seller.api('GET', '/api/disputes')).body
      return data.length > 0 ? data : null
    }, 'the dispute')
    await using visit = await visitOf(browser, gateway, person)
    const note = await at(visit, dispute)
    await appears(note.getByText('Nada está bloqueado agora, porque seu saldo não bastou.', { exact: false }))
    await sold(gateway, seller, 40_00)
    await appears(note.getByText('R$ 20,00 está bloqueado; R$ 80,00 ainda falta,', { exact: false }))
    await using english = await visitOf(browser, gateway, person, { locale: 'en-US' })
    const inEnglish = await at(english, dispute)
    await appears(inEnglish.getByText(/^R\$\s?20\.00 is held; R\$\s?80\.00 is still lacking/))
    // It came without a sale: nothing is said of one.
    await decidedAtBank(gateway, infraction, 'reject')
    await appears(note.getByText('O que estava bloqueado por ela foi liberado.'))
    await note.getByText(BACK).waitFor({ state: 'detached' })
  })
})
