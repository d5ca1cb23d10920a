// The buyer pays: money arrives on the customer's account, the charge is concluded, a callback is owed to the customer. A code with a
// recurrence has the buyer authorise it as well, or do that alone. One transaction.
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { moveMoney } from '../account.ts'
import { authoriseRec } from '../app/authorise.ts'
import { queueCallback } from '../callback/queue.ts'
import { BUYERS_BANK_ISPB, CUSTOMER } from '../customer.ts'
import { mintEndToEndId } from '../ids.ts'
import { queueDispute } from '../med/infracao.ts'
import { insertPix, type Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { debtorOf, type Rec } from '../rec/rec.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { takeTariff } from '../tariff.ts'
import { type Offer, obstacleOf, readOffer } from './offer.ts'
import { DEFAULT_PAYER, type Payer, payerOf } from './payer.ts'

export interface PayRequest {
  pixCopiaECola: string
  /** Reais, "12.34"; needed only where the code leaves it to the buyer. Another amount than the charge's is paid as well. */
  amount?: string | undefined
  /** Absent: the debtor of the recurrence, else a test buyer. */
  payer?: Payer | undefined
  /** What the buyer writes to whom he pays: infoPagador. */
  message?: string | undefined
  /** Pays a charge that is paid already, as two buyers at once would. */
  again?: boolean | undefined
  /** Pays a charge that has expired or was removed, as a buyer who read it in time would. */
  late?: boolean | undefined
  /**
   * Whether the recurrence of the code is authorised too. Absent: where nothing but that is offered (journey 2) or the payment is the
   * authorisation (3), but not with a bill (4). False in journey 3 is a bank that settles and then fails to authorise.
   */
  authorize?: boolean | undefined
  /** Reais: the most that the buyer allows for one debit of the recurrence. */
  maximo?: string | undefined
}

/** At least one of the two. */
export interface Paid {
  pix: Pix | null
  /** Authorised or refused; null: it was not answered. */
  rec: Rec | null
}

export function pay(bank: Bank, request: PayRequest): Paid {
  const chosen = request.payer && payerOf(request.payer)
  return bank.database.transaction(() => {
    const offer = readOffer(bank, request.pixCopiaECola)
    const payer = chosen ?? (offer.recurrence === null ? DEFAULT_PAYER : debtorOf(offer.recurrence.rec))
    const paysNothing = offer.recurrence?.journey === 'JORNADA_2'
    const pix = paysNothing ? null : payCharge(bank, offer, request, payer)
    return { pix, rec: authorise(bank, offer, request, payer) }
  })
}

function payCharge(bank: Bank, offer: Offer, request: PayRequest, payer: Payer): Pix {
  refuseUnpayable(bank, offer, request)
  const amount = amountOf(offer, request.amount)
  const now = bank.clock.now()
  const endToEndId = mintEndToEndId('E', BUYERS_BANK_ISPB, now, bank.random)
  const { txid } = offer
  const info = request.message ?? null
  const pix: Pix = { endToEndId, txid, chave: CUSTOMER.pixKey, amount, receivedAt: now, info, payer }
  insertPix(bank, pix)
  queueDispute(bank, pix)
  moveMoney(bank, amount, 'pix received', endToEndId)
  takeTariff(bank, 'received', endToEndId)
  offer.charge?.conclude()
  // The Central Bank's rule: only a Pix with a txid has a callback.
  if (txid !== null) queueCallback(bank, pix.chave, pixWire(bank, pix), now + bank.latencyOf(txid))
  return pix
}

function authorise(bank: Bank, { recurrence }: Offer, { authorize, maximo }: PayRequest, payer: Payer): Rec | null {
  if (recurrence === null) {
    if (authorize !== true) return null
    throw new ControlRefused('no-recurrence', 422, 'authorize: the code offers no recurrence')
  }
  const { rec, journey } = recurrence
  if (journey === 'JORNADA_2' && authorize === false)
    throw new ControlRefused('nothing-to-do', 422, 'authorize: the code offers nothing but the recurrence')
  // A payment that comes when the recurrence was answered already is a payment.
  const byItself = journey === 'JORNADA_2' || (journey === 'JORNADA_3' && rec.status === 'CRIADA')
  if (!(authorize ?? byItself)) return null
  return authoriseRec(bank, rec, { journey, payer, maximo })
}

function refuseUnpayable(bank: Bank, { charge }: Offer, { again = false, late = false }: PayRequest): void {
  const obstacle = charge === null ? null : obstacleOf(bank, charge)
  if (obstacle === 'already-paid' && !again)
    throw new ControlRefused('already-paid', 409, 'The charge is CONCLUIDA; send again: true to pay it twice')
  if (obstacle === 'expired' && !late)
    throw new ControlRefused('expired', 409, 'The charge has expired; send late: true to pay it nevertheless')
  if (obstacle === 'removed' && !late)
    throw new ControlRefused('removed', 409, 'The charge was removed; send late: true to pay it nevertheless')
}

function amountOf({ amount }: Offer, asked: string | undefined): Centavos {
  const requested = asked === undefined ? amount : parseReais(asked)
  if (requested === null && asked === undefined)
    throw new ControlRefused('amount-required', 400, 'amount: the code leaves the amount to the buyer')
  if (requested === null || requested === ZERO)
    throw new ControlRefused('invalid-amount', 400, 'amount: expected reais above zero, such as "12.34"')
  return requested
}
