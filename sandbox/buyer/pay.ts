// The buyer pays: money arrives on the customer's account, the charge is concluded, a callback is owed to the customer. One
// transaction.

import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { isCnpj, isCpf, parseDocument } from '#kernel/pix/document.ts'
import { moveMoney } from '../account.ts'
import { queueCallback } from '../callback/queue.ts'
import { concludeCob } from '../cob/store.ts'
import { BUYERS_BANK_ISPB, CUSTOMER } from '../customer.ts'
import type { House } from '../house.ts'
import { mintEndToEndId } from '../ids.ts'
import { insertPix, type Pix } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { ControlRefused } from '../refused.ts'
import { takeTariff } from '../tariff.ts'
import { type Offer, obstacleOf, readOffer } from './offer.ts'

export interface PayRequest {
  pixCopiaECola: string
  /** Reais, "12.34"; needed only where the code leaves it to the buyer. Another amount than the charge's is paid as well. */
  amount?: string | undefined
  payer?: { name: string; document: string } | undefined
  /** What the buyer writes to whom he pays: infoPagador. */
  message?: string | undefined
  /** Pays a charge that is paid already, as two buyers at once would. */
  again?: boolean | undefined
  /** Pays a charge that has expired or was removed, as a buyer who read it in time would. */
  late?: boolean | undefined
}

const DEFAULT_PAYER = { name: 'Pagador de Teste', document: '12345678909' }

export function pay(house: House, request: PayRequest): Pix {
  const payer = payerOf(request.payer ?? DEFAULT_PAYER)
  return house.database.transaction(() => {
    const offer = readOffer(house, request.pixCopiaECola)
    refuseUnpayable(house, offer, request)
    const amount = amountOf(offer, request.amount)
    const now = house.clock.now()
    const endToEndId = mintEndToEndId('E', BUYERS_BANK_ISPB, now, house.random)
    const { txid } = offer
    const info = request.message ?? null
    const pix: Pix = { endToEndId, txid, chave: CUSTOMER.pixKey, amount, receivedAt: now, info, payer }
    insertPix(house, pix)
    moveMoney(house, amount, 'pix received', endToEndId)
    takeTariff(house, 'received', endToEndId)
    if (offer.cob !== null) concludeCob(house, offer.cob.txid)
    // The Central Bank's rule: only a Pix with a txid has a callback.
    if (txid !== null) queueCallback(house, pix.chave, pixWire(house, pix), now + house.latencyOf(txid))
    return pix
  })
}

export function payerOf({ name, document }: { name: string; document: string }): Pix['payer'] {
  const digits = parseDocument(document)?.digits
  if (digits === undefined || !(isCpf(digits) || isCnpj(digits)))
    throw new ControlRefused('invalid-payer', 400, 'payer.document: expected a valid CPF or CNPJ')
  if (name.trim() === '') throw new ControlRefused('invalid-payer', 400, 'payer.name: expected a name')
  return { name: name.trim(), document: digits }
}

function refuseUnpayable(house: House, { cob }: Offer, { again = false, late = false }: PayRequest): void {
  const obstacle = cob === null ? null : obstacleOf(house, cob)
  if (obstacle === 'already-paid' && !again)
    throw new ControlRefused('already-paid', 409, 'The charge is CONCLUIDA; send again: true to pay it twice')
  if (obstacle === 'expired' && !late)
    throw new ControlRefused('expired', 409, 'The charge has expired; send late: true to pay it nevertheless')
  if (obstacle === 'removed' && !late)
    throw new ControlRefused('removed', 409, 'The charge was removed; send late: true to pay it nevertheless')
}

function amountOf({ amount }: Offer, asked: string | undefined): Centavos {
  const wanted = asked === undefined ? amount : parseReais(asked)
  if (wanted === null && asked === undefined)
    throw new ControlRefused('amount-required', 400, 'amount: the code leaves the amount to the buyer')
  if (wanted === null || wanted === ZERO)
    throw new ControlRefused('invalid-amount', 400, 'amount: expected reais above zero, such as "12.34"')
  return wanted
}
