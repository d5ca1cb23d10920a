// What a customer of the acquirer does with a charge: open it, make a boleto of it, cancel it, confirm it by hand. A charge is paid by one
// method: a second one is refused, whatever it is.
import { randomUUID } from 'node:crypto'
import QRCode from 'qrcode'
import { buildBarCode, lineOfBarCode } from '#kernel/boleto/line.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos, toReais } from '#kernel/money.ts'
import { buildDynamicCode } from '#kernel/pix/br-code.ts'
import { isCnpj, isCpf } from '#kernel/pix/document.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { cardUnderWay } from '../card/refuse.ts'
import { CUSTOMER } from '../customer.ts'
import { mintLocationToken } from '../ids.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { type Billet, CANCELLABLE, type Charge, lastDayOnTimeOf, SETTLEABLE } from './charge.ts'
import { moveCharge, queueNotice, record } from './history.ts'
import {
  aboveMaximum,
  belowMinimum,
  dueInPast,
  dueTooFar,
  hasMethod,
  identical,
  invalidProperty,
  notCancellable,
  notPayable,
  notSettleable,
  notThere,
} from './refuse.ts'
import type { BilletForm, MetadataChange, Opening } from './schema.ts'
import { countIdentical, findCharge, insertCharge, isByCard, updateCharge } from './store.ts'

const BANK = '999'
const FREE_FIELD_DIGITS = 25
const MINIMUM = centavos(5_00)
/** More does not fit a bar code. */
const MAXIMUM = centavos(9_999_999_999n)
const MAX_DUE_DAYS = 1_245
const MAX_IDENTICAL = 2

export function existing(bank: Bank, id: number): Charge {
  const charge = findCharge(bank, id)
  if (charge === undefined) throw notThere('charge_id')
  return charge
}

export function openCharge(bank: Bank, { items, metadata = {} }: Opening): Charge {
  const total = centavos(items.reduce((sum, { value, amount }) => sum + BigInt(value) * BigInt(amount), 0n))
  if (total > MAXIMUM) throw aboveMaximum()
  return bank.database.transaction(() => {
    const id = insertCharge(bank, {
      customId: metadata.custom_id ?? null,
      notificationUrl: metadata.notification_url ?? null,
      items,
      total,
      status: 'new',
      createdAt: bank.clock.now(),
      token: randomUUID(),
    })
    const charge = existing(bank, id)
    record(bank, charge, null)
    return charge
  })
}

export async function issueBillet(
  bank: Bank,
  id: number,
  form: BilletForm,
): Promise<{ charge: Charge; billet: Billet }> {
  refuseIssuing(bank, existing(bank, id), form)
  const pix = bank.settings.read().bolepix ? await pixOf(bank) : null
  return bank.database.transaction(() => {
    const charge = existing(bank, id)
    refuseIssuing(bank, charge, form)
    const billet: Billet = { ...form, issuedAt: bank.clock.now(), line: lineOf(charge, form), pix }
    if (countIdentical(bank, charge, billet) >= MAX_IDENTICAL) throw identical()
    const overdueAt = instantOn(addDays(lastDayOnTimeOf(form), 1), 0)
    queueTask(bank, 'boleto overdue', String(id), null, overdueAt)
    return { charge: moveCharge(bank, { ...charge, billet }, 'waiting'), billet }
  })
}

function refuseIssuing(bank: Bank, { id, status, billet, total }: Charge, { customer, expire_at }: BilletForm): void {
  if (billet !== null || status === 'link' || isByCard(bank, id)) throw hasMethod()
  if (status !== 'new') throw notPayable(status)
  if (total < MINIMUM) throw belowMinimum(toReais(total))
  const today = dayAt(bank.clock.now())
  if (expire_at < today) throw dueInPast()
  if (expire_at > addDays(today, MAX_DUE_DAYS)) throw dueTooFar()
  const { cpf, name, juridical_person } = customer
  if (juridical_person !== undefined) {
    if (!isCnpj(juridical_person.cnpj)) throw invalidProperty('cnpj')
  } else if (cpf === undefined || !isCpf(cpf)) throw invalidProperty('cpf')
  else if (name === undefined) throw invalidProperty('name')
}

function lineOf({ id, total }: Charge, { expire_at }: BilletForm): string {
  const freeField = String(id).padStart(FREE_FIELD_DIGITS, '0')
  const line = lineOfBarCode(buildBarCode({ bank: BANK, dueOn: expire_at as LocalDate, amount: total, freeField }))
  if (line === null) throw new Error(`the bar code of the charge ${id} is none`)
  return line
}

async function pixOf(bank: Bank): Promise<NonNullable<Billet['pix']>> {
  const address = `${bank.host()}/qr/bolix/v2/cobv/${mintLocationToken(bank.random)}`
  const qrcode = buildDynamicCode({ url: address, merchantName: CUSTOMER.name, merchantCity: CUSTOMER.city })
  const svg = await QRCode.toString(qrcode, { type: 'svg' })
  return { address, qrcode, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

export function cancelCharge(bank: Bank, id: number): void {
  bank.database.transaction(() => {
    const charge = existing(bank, id)
    if (!CANCELLABLE.includes(charge.status)) throw notCancellable()
    if (charge.status === 'waiting' && isByCard(bank, id)) throw cardUnderWay()
    moveCharge(bank, charge, 'canceled')
  })
}

/** No money comes of this: a person says that it came some other way. */
export function settleCharge(bank: Bank, id: number): void {
  bank.database.transaction(() => {
    const charge = existing(bank, id)
    if (!SETTLEABLE.includes(charge.status)) throw notSettleable()
    moveCharge(bank, charge, 'settled')
  })
}

export function changeMetadata(bank: Bank, id: number, change: MetadataChange): void {
  bank.database.transaction(() => {
    const { custom_id, notification_url, resend = false } = change
    const { customId, notificationUrl, ...charge } = existing(bank, id)
    const changed = {
      ...charge,
      customId: custom_id ?? customId,
      notificationUrl: notification_url ?? notificationUrl,
    }
    updateCharge(bank, changed)
    if (resend) queueNotice(bank, changed, bank.clock.now())
  })
}

/** The task: the last day on which its payment is on time has passed. It can still be paid until it is written off. */
export function markOverdue(bank: Bank, subject: string): void {
  const charge = existing(bank, Number(subject))
  if (charge.status === 'waiting') moveCharge(bank, charge, 'unpaid')
}
