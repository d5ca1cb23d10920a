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
import type { House } from '../house.ts'
import { mintLocationToken } from '../ids.ts'
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

export function existing(house: House, id: number): Charge {
  const charge = findCharge(house, id)
  if (charge === undefined) throw notThere('charge_id')
  return charge
}

export function openCharge(house: House, { items, metadata = {} }: Opening): Charge {
  const total = centavos(items.reduce((sum, { value, amount }) => sum + BigInt(value) * BigInt(amount), 0n))
  if (total > MAXIMUM) throw aboveMaximum()
  return house.database.transaction(() => {
    const id = insertCharge(house, {
      customId: metadata.custom_id ?? null,
      notificationUrl: metadata.notification_url ?? null,
      items,
      total,
      status: 'new',
      createdAt: house.clock.now(),
      token: randomUUID(),
    })
    const charge = existing(house, id)
    record(house, charge, null)
    return charge
  })
}

export async function issueBillet(
  house: House,
  id: number,
  form: BilletForm,
): Promise<{ charge: Charge; billet: Billet }> {
  refuseIssuing(house, existing(house, id), form)
  const pix = house.settings.read().bolepix ? await pixOf(house) : null
  return house.database.transaction(() => {
    const charge = existing(house, id)
    refuseIssuing(house, charge, form)
    const billet: Billet = { ...form, issuedAt: house.clock.now(), line: lineOf(charge, form), pix }
    if (countIdentical(house, charge, billet) >= MAX_IDENTICAL) throw identical()
    const overdueAt = instantOn(addDays(lastDayOnTimeOf(form), 1), 0)
    queueTask(house, 'boleto overdue', String(id), null, overdueAt)
    return { charge: moveCharge(house, { ...charge, billet }, 'waiting'), billet }
  })
}

function refuseIssuing(house: House, { id, status, billet, total }: Charge, { customer, expire_at }: BilletForm): void {
  if (billet !== null || status === 'link' || isByCard(house, id)) throw hasMethod()
  if (status !== 'new') throw notPayable(status)
  if (total < MINIMUM) throw belowMinimum(toReais(total))
  const today = dayAt(house.clock.now())
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

async function pixOf(house: House): Promise<NonNullable<Billet['pix']>> {
  const address = `${house.host()}/qr/bolix/v2/cobv/${mintLocationToken(house.random)}`
  const qrcode = buildDynamicCode({ url: address, merchantName: CUSTOMER.name, merchantCity: CUSTOMER.city })
  const svg = await QRCode.toString(qrcode, { type: 'svg' })
  return { address, qrcode, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

export function cancelCharge(house: House, id: number): void {
  house.database.transaction(() => {
    const charge = existing(house, id)
    if (!CANCELLABLE.includes(charge.status)) throw notCancellable()
    if (charge.status === 'waiting' && isByCard(house, id)) throw cardUnderWay()
    moveCharge(house, charge, 'canceled')
  })
}

/** No money comes of this: a person says that it came some other way. */
export function settleCharge(house: House, id: number): void {
  house.database.transaction(() => {
    const charge = existing(house, id)
    if (!SETTLEABLE.includes(charge.status)) throw notSettleable()
    moveCharge(house, charge, 'settled')
  })
}

export function changeMetadata(house: House, id: number, change: MetadataChange): void {
  house.database.transaction(() => {
    const { custom_id, notification_url, resend = false } = change
    const { customId, notificationUrl, ...charge } = existing(house, id)
    const changed = {
      ...charge,
      customId: custom_id ?? customId,
      notificationUrl: notification_url ?? notificationUrl,
    }
    updateCharge(house, changed)
    if (resend) queueNotice(house, changed, house.clock.now())
  })
}

/** The task: the last day on which its payment is on time has passed. It can still be paid until it is written off. */
export function markOverdue(house: House, subject: string): void {
  const charge = existing(house, Number(subject))
  if (charge.status === 'waiting') moveCharge(house, charge, 'unpaid')
}
