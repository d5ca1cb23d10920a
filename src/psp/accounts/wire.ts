// A PSP account as the operator reads and writes it. What is a secret can only be written.
import { type Static, Type } from 'typebox'
import { PrintableName, PrintableText } from '#http/schema.ts'
import type { PspState } from '../directory.ts'
import type { Sweep, SweptList } from '../sweep/store.ts'
import type { ManagedAccount } from './store.ts'

const STRICT = { additionalProperties: false }
const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()

const Kind = Type.Enum(['bcb', 'efi'])
const Environment = Type.Enum(['live', 'test'])
const Name = PrintableName(60)
const BaseUrl = PrintableText({ minLength: 1, maxLength: 300 })
const PixKey = PrintableText({ minLength: 1, maxLength: 77 })
const Secret = Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]*$', description: 'Never shown' })
const Pem = Type.String({ minLength: 1, maxLength: 50_000, pattern: '^[\\t\\r\\n\\x20-\\x7e]*$' })

export const NewAccountSchema = Type.Object(
  {
    kind: Kind,
    environment: Environment,
    name: Name,
    baseUrl: BaseUrl,
    pixKey: PixKey,
    clientId: Secret,
    clientSecret: Secret,
    certificate: Type.Optional(Pem),
    privateKey: Type.Optional(Pem),
    ca: Type.Optional(Pem),
  },
  STRICT,
)

/** Why, for the audit log. */
export const Why = Type.Optional(PrintableText({ minLength: 3, maxLength: 500 }))

const PemOrNone = Type.Optional(Type.Union([Pem, Null]))

export const AccountChangeSchema = Type.Object(
  {
    name: Type.Optional(Name),
    baseUrl: Type.Optional(BaseUrl),
    payInEnabled: Type.Optional(Type.Boolean()),
    payOutEnabled: Type.Optional(Type.Boolean()),
    fallbackPspAccountId: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Null])),
    clientId: Type.Optional(Secret),
    clientSecret: Type.Optional(Secret),
    certificate: PemOrNone,
    privateKey: PemOrNone,
    ca: PemOrNone,
  },
  { ...STRICT, minProperties: 1 },
)

const SweepSchema = Type.Union([Type.Object({ sweptTo: Time, trouble: Type.Union([Type.String(), Null]) }), Null], {
  description: 'Up to when the list of the PSP has been compared with our books; null: it is not read',
})

export const AccountSchema = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  environment: Environment,
  name: Type.String(),
  baseUrl: Type.String(),
  pixKey: Type.String(),
  payInEnabled: Type.Boolean(),
  payOutEnabled: Type.Boolean(),
  fallbackPspAccountId: Type.Union([Type.Integer(), Null], { description: 'Takes the sales while this one cannot' }),
  resting: Type.Boolean({ description: 'The PSP has not answered for a while and is asked no more for now' }),
  lastTrouble: Type.Union([Type.String(), Null]),
  sweeps: Type.Object({ received: SweepSchema, sent: SweepSchema }),
  certificateDaysLeft: Type.Union([Type.Integer(), Null], { description: 'null: no certificate is shown to the PSP' }),
  boundAccounts: Type.Integer({ description: 'Sellers who receive or are paid by it' }),
  createdAt: Time,
})

/** What is known of an account beside its row. */
export interface Standing {
  state: PspState | undefined
  sweeps: Sweep[]
  certificateDaysLeft: number | null
}

export function accountForm(account: ManagedAccount, standing: Standing): Static<typeof AccountSchema> {
  const { state, sweeps, certificateDaysLeft } = standing
  const sweepOf = (list: SweptList) => {
    const sweep = sweeps.find(one => one.pspAccountId === account.id && one.list === list)
    return sweep === undefined ? null : { sweptTo: sweep.sweptTo.toISOString(), trouble: sweep.trouble }
  }
  return {
    id: account.id,
    kind: account.kind,
    environment: account.environment,
    name: account.name,
    baseUrl: account.baseUrl,
    pixKey: account.pixKey,
    payInEnabled: account.payInEnabled,
    payOutEnabled: account.payOutEnabled,
    fallbackPspAccountId: account.fallbackPspAccountId,
    resting: state?.circuitOpen ?? false,
    lastTrouble: state?.lastTrouble ?? null,
    sweeps: { received: sweepOf('received'), sent: sweepOf('sent') },
    certificateDaysLeft,
    boundAccounts: account.boundAccounts,
    createdAt: account.createdAt.toISOString(),
  }
}
