// An account and its credentials as the panel reads them: money in integer cents, rates in basis points (1 % = 100).
import { type Static, Type } from 'typebox'
import { MAX_DUPLICATE_WINDOW_SECONDS } from '#kernel/terms/terms.ts'
import { ACCOUNT_STATUSES, type Account, SOLD_METHODS, type SoldMethod, UNEXPECTED_RECEIPTS } from './account.ts'
import type { Credential } from './credential.ts'
import {
  FeesSchema,
  feesForm,
  GrantedSchema,
  grantedForm,
  LimitsSchema,
  limitsForm,
  PendingSchema,
  pendingForm,
  SettlementSchema,
} from './terms-wire.ts'

const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()

/** As it is written by the account holder or the operator. */
export const DuplicateWindow = Type.Integer({
  minimum: 0,
  maximum: MAX_DUPLICATE_WINDOW_SECONDS,
  description: 'Seconds; 0 turns it off',
})

export const AccountSchema = Type.Object({
  id: Type.Integer({ description: 'The userId of notifications' }),
  uuid: Type.String(),
  name: Type.String(),
  email: Type.String(),
  status: Type.Enum([...ACCOUNT_STATUSES]),
  apiCashoutEnabled: Type.Boolean({ description: 'Cashouts through the API, as far as this account goes' }),
  houseApiCashoutEnabled: Type.Boolean({ description: "The operator's switch for every account" }),
  transferAllowed: Type.Boolean(),
  acceptsLatePayment: Type.Boolean({ description: 'A cancelled or expired sale is paid by money that comes then' }),
  returnsFeeOnRefund: Type.Boolean({ description: 'The fee of a sale goes back with what is refunded of it' }),
  unexpectedReceipts: Type.Enum([...UNEXPECTED_RECEIPTS], {
    description: "Money that no sale accepts goes back, waits for a person, or is the account holder's",
  }),
  duplicateCashoutWindowSeconds: Type.Integer({
    description: 'For so long a cashout that is equal to one before is refused; 0: never',
  }),
  membersNeedSecondFactor: Type.Boolean({
    description: 'Critical acts in the panel are refused to members who have no second factor',
  }),
  fees: FeesSchema,
  limits: LimitsSchema,
  pendingLimits: PendingSchema,
  grantedLimits: GrantedSchema,
  reserve: Type.Object({
    basisPoints: Type.Integer({ description: 'Hundredths of a per cent: 99 is 0.99 %' }),
    days: Type.Integer(),
  }),
  settlement: SettlementSchema,
  postbackSecretSet: Type.Boolean(),
  payInPspAccountId: Type.Union([Type.Integer(), Null], { description: 'The PSP account that receives' }),
  payOutPspAccountId: Type.Union([Type.Integer(), Null], { description: 'The PSP account that pays' }),
  payInEnabled: Type.Boolean({
    description: 'The PSP account that receives, or its fallback, is switched on; false: no sale by PIX is made',
  }),
  payOutEnabled: Type.Boolean({
    description:
      'The PSP account that pays is switched on; false: cashouts wait, and those of a test account are refused',
  }),
  recovering: Type.Boolean({ description: 'The gateway is in recovery: cashouts wait, and none can be cancelled' }),
  boletoPspAccountId: Type.Union([Type.Integer(), Null], { description: 'The PSP account that makes boletos' }),
  cardPspAccountId: Type.Union([Type.Integer(), Null], { description: 'The PSP account that takes cards' }),
  cardsOffUntil: Type.Union([Time, Null], {
    description: 'So long it sells by no card, as too many were declined; null: cards are on',
  }),
  soldMethods: Type.Array(Type.Enum([...SOLD_METHODS]), {
    description: 'By what it can sell now: a price is agreed, and a PSP account is bound that does it',
  }),
  environment: Type.Union([Type.Enum(['live', 'test']), Null], {
    description: 'test: only play money moves; null: bound to no PSP account',
  }),
  liveAccountId: Type.Union([Type.Integer(), Null], { description: 'The live account whose test account this is' }),
  testAccountId: Type.Union([Type.Integer(), Null], { description: 'Its test account; null: it has none' }),
  createdAt: Time,
  updatedAt: Time,
})

const CARDS: readonly SoldMethod[] = ['CREDIT_CARD', 'DEBIT_CARD']

/** As it is now. */
export function accountForm(account: Account, now: Date): Static<typeof AccountSchema> {
  const { fees, limits, reserve, settlement, cardsOffUntil } = account
  const isOff = cardsOffUntil !== null && cardsOffUntil > now
  return {
    id: account.id,
    uuid: account.uuid,
    name: account.name,
    email: account.email,
    status: account.status,
    apiCashoutEnabled: account.apiCashoutEnabled,
    houseApiCashoutEnabled: account.houseApiCashoutEnabled,
    transferAllowed: account.transferAllowed,
    acceptsLatePayment: account.acceptsLatePayment,
    returnsFeeOnRefund: account.returnsFeeOnRefund,
    unexpectedReceipts: account.unexpectedReceipts ?? account.defaultUnexpectedReceipts,
    duplicateCashoutWindowSeconds: account.duplicateCashoutWindowSeconds,
    membersNeedSecondFactor: account.membersNeedSecondFactor,
    fees: feesForm(fees),
    limits: limitsForm(limits, now),
    pendingLimits: pendingForm(limits, now),
    grantedLimits: grantedForm(limits),
    reserve: { basisPoints: reserve.basisPoints, days: reserve.days },
    settlement: {
      cardDays: settlement.cardDays,
      cardMode: settlement.cardMode,
      boletoDays: settlement.boletoDays,
      waitsForProvider: settlement.waitsForProvider,
    },
    postbackSecretSet: account.postbackSecretSet,
    payInPspAccountId: account.payInPspAccountId,
    payOutPspAccountId: account.payOutPspAccountId,
    payInEnabled: account.payInEnabled,
    payOutEnabled: account.payOutEnabled,
    recovering: account.recovering,
    boletoPspAccountId: account.boletoPspAccountId,
    cardPspAccountId: account.cardPspAccountId,
    cardsOffUntil: isOff ? (cardsOffUntil?.toISOString() ?? null) : null,
    soldMethods: isOff ? account.soldMethods.filter(method => !CARDS.includes(method)) : account.soldMethods,
    environment: account.environment,
    liveAccountId: account.liveAccountId,
    testAccountId: account.testAccountId,
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  }
}

export const CredentialSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  scopes: Type.Union([Type.Array(Type.String()), Null], {
    description: 'null: everything the API offers, except `webhook:write`',
  }),
  createdAt: Time,
  lastUsedAt: Type.Union([Time, Null], { description: 'To the minute' }),
  expiresAt: Type.Union([Time, Null]),
  revokedAt: Type.Union([Time, Null]),
})

/** What a list shows. The private key is nowhere to be read any more. */
export function credentialForm(credential: Credential): Static<typeof CredentialSchema> {
  return {
    id: credential.id,
    name: credential.name,
    publicKey: credential.publicKey,
    scopes: credential.scopes,
    createdAt: credential.createdAt.toISOString(),
    lastUsedAt: credential.lastUsedAt?.toISOString() ?? null,
    expiresAt: credential.expiresAt?.toISOString() ?? null,
    revokedAt: credential.revokedAt?.toISOString() ?? null,
  }
}

export const NewCredentialSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  privateKey: Type.String({ description: 'Shown here and never again' }),
  createdAt: Time,
})

/** The only answer that ever holds a private key. */
export function newCredentialForm(credential: Credential, privateKey: string): Static<typeof NewCredentialSchema> {
  const { id, name, publicKey, createdAt } = credential
  return { id, name, publicKey, privateKey, createdAt: createdAt.toISOString() }
}

export const AllowedIps = Type.Object({ ips: Type.Array(Type.String()) })
