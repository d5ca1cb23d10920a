// Charges in Efí's form: as they are opened, issued, looked up, listed and noticed. Each answer has parts that the others leave out.
import { printedLine } from '#kernel/boleto/line.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { localTime } from '../calendar.ts'
import type { Card } from '../card/card.ts'
import { cardDetailWire } from '../card/wire.ts'
import type { Bank } from '../resources.ts'
import type { Billet, Charge, ChargeStatus } from './charge.ts'
import type { Entry } from './history.ts'
import type { Payment } from './store.ts'

export const answer = (data?: unknown) => ({ code: 200, ...(data !== undefined && { data }) })

export const openedWire = ({ id, status, total, customId, createdAt }: Charge) => ({
  charge_id: id,
  status,
  total: toCentsNumber(total),
  custom_id: customId,
  created_at: localTime(createdAt),
})

export function issuedWire(bank: Bank, charge: Charge, billet: Billet) {
  const { barcode, pix, link, pdf, expire_at } = billetWire(bank, charge, billet)
  return {
    barcode,
    ...(pix && { pix }),
    link,
    billet_link: link,
    pdf,
    expire_at,
    charge_id: charge.id,
    status: charge.status,
    total: toCentsNumber(charge.total),
    payment: METHOD,
  }
}

const METHOD = 'banking_billet'

export function detailWire(bank: Bank, charge: Charge, history: Entry[], card: Card | undefined) {
  const { items, notificationUrl, billet } = charge
  return {
    ...openedWire(charge),
    notification_url: notificationUrl,
    items,
    history: history.map(({ current, at }) => ({ message: messageOf(current, card), created_at: localTime(at) })),
    ...(billet && {
      customer: billet.customer,
      payment: {
        method: METHOD,
        created_at: localTime(billet.issuedAt),
        message: billet.message ?? null,
        banking_billet: { ...billetWire(bank, charge, billet), configurations: configurationsOf(billet) },
      },
    }),
    ...(card && cardDetailWire(bank, charge, card)),
  }
}

function messageOf(status: ChargeStatus, card: Card | undefined): string {
  if (card === undefined) return MESSAGES[status]
  if (status === 'waiting') return 'Pagamento via cartão de crédito aguardando confirmação'
  return status === 'unpaid' ? `Falha no pagamento - ${card.reason}` : MESSAGES[status]
}

const MESSAGES: Record<ChargeStatus, string> = {
  new: 'Cobrança criada',
  waiting: 'Pagamento via boleto aguardando confirmação',
  link: 'Link de pagamento criado',
  identified: 'Pagamento identificado',
  approved: 'Pagamento aprovado',
  paid: 'Pagamento confirmado',
  unpaid: 'Não foi possível confirmar o pagamento',
  canceled: 'Cobrança cancelada',
  expired: 'Link de pagamento expirado',
  settled: 'Cobrança confirmada manualmente',
  refunded: 'Pagamento devolvido',
  contested: 'Pagamento em processo de contestação',
}

export function listedWire(bank: Bank, charge: Charge, payments: Payment[]) {
  const { customer, ...billet } = charge.billet ?? never()
  const { address: _address, email: _email, juridical_person, ...person } = customer
  const { pix, barcode, link, expire_at, pdf } = billetWire(bank, charge, { customer, ...billet })
  const paid = payments.find(({ status }) => status === 'credited')
  return {
    id: charge.id,
    total: toCentsNumber(charge.total),
    status: charge.status,
    custom_id: charge.customId,
    created_at: localTime(charge.createdAt),
    customer: { phone_number: null, ...person, ...juridical_person },
    payment: {
      payment_method: METHOD,
      paid_at: paid?.creditedAt ? localTime(paid.creditedAt) : null,
      ...(pix && { pix }),
      banking_billet: { barcode, link, expire_at, pdf },
    },
  }
}

const never = (): never => {
  throw new Error('a charge without a boleto is in no list of boletos')
}

function billetWire(bank: Bank, { token }: Charge, { line, pix, expire_at }: Billet) {
  const link = `${bank.origin()}/boleto/${token}`
  return {
    barcode: printedLine(line),
    ...(pix && { pix: { qrcode: pix.qrcode, qrcode_image: pix.image } }),
    link,
    pdf: { charge: link },
    expire_at,
  }
}

function configurationsOf({ configurations = {} }: Billet) {
  const { interest, ...rest } = configurations
  if (interest === undefined) return rest
  const { value, type } = typeof interest === 'object' ? interest : { value: interest, type: 'daily' }
  return { ...rest, interest_type: type, interest: value }
}

export const noticedWire = ({ id, customId }: Charge, entry: Entry) => ({
  id: entry.n,
  type: 'charge',
  custom_id: customId,
  status: { current: entry.current, previous: entry.previous },
  identifiers: { charge_id: id },
  created_at: localTime(entry.at),
  ...(entry.receivedOn !== null && { received_by_bank_at: entry.receivedOn }),
  ...(entry.value !== null && { value: toCentsNumber(entry.value) }),
})
