// A PSP account as the operator reads and writes it. Secrets can only be written.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { OWN_FIELDS_ONLY, PrintableName, PrintableText } from '#http/schema.ts'
import { CARD_MODES, MAX_SETTLEMENT_DAYS } from '#kernel/terms/settlement.ts'
import type { BreakerState } from '../client/circuit-breaker.ts'
import type { PspState } from '../directory.ts'
import type { RegistrationStates } from '../inbox/callback-registration.ts'
import { type CredentialField, credentialsOfAll, type PspKinds } from '../kinds.ts'
import { receivingAccountOf } from '../store.ts'
import type { Sweep, SweptList } from '../sweep/store.ts'
import { CARD_ENTRIES } from './charges.ts'
import { ReceivingAccountSchema } from './receiving-account.ts'
import type { ManagedAccount } from './store.ts'

const Time = Type.String({ format: 'date-time' })
const Null = Type.Null()

const Environment = Type.Enum(['live', 'test'])
const Name = PrintableName(60)
const BaseUrl = PrintableText({ minLength: 1, maxLength: 300 })
const PixKey = PrintableText({ minLength: 1, maxLength: 77 })
const Secret = Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]*$', description: 'Never shown' })
const Pem = Type.String({ minLength: 1, maxLength: 50_000, pattern: '^[\\t\\r\\n\\x20-\\x7e]*$' })

/** The reason, for the audit log. */
const Why = Type.Optional(PrintableText({ minLength: 3, maxLength: 500 }))

const schemaOf = ({ form }: CredentialField): TSchema => (form === 'pem' ? Pem : Secret)

/** `credentialsIn` separates the credentials: which exist follows from the kinds. */
function withCredentials<T extends TProperties>(
  properties: T,
  kinds: PspKinds,
  schemaOfField: (field: CredentialField) => TSchema,
): T & { reason: typeof Why } {
  const fields = [...credentialsOfAll(kinds)].map(([name, field]) => [name, schemaOfField(field)])
  return { ...properties, ...Object.fromEntries(fields), reason: Why }
}

const NEW_ACCOUNT = { environment: Environment, name: Name, baseUrl: BaseUrl, pixKey: PixKey }
const RECEIVING_ACCOUNT = { receivingAccount: Type.Optional(ReceivingAccountSchema) }
const COLLECT_URL = 'Of the API of charges, which makes boletos and takes cards'
const BOLEPIX = 'Whether its boletos have a Pix code too, as is agreed with the PSP'
const NEW_BOLETOS = {
  collectBaseUrl: Type.Optional(
    PrintableText({ minLength: 1, maxLength: 300, description: `${COLLECT_URL}; absent: there are none` }),
  ),
  bolepix: Type.Optional(Type.Boolean({ description: BOLEPIX })),
}

export const newAccountSchema = (kinds: PspKinds) =>
  Type.Object(
    withCredentials(
      { kind: Type.Enum(Object.keys(kinds)), ...NEW_ACCOUNT, ...RECEIVING_ACCOUNT, ...NEW_BOLETOS },
      kinds,
      field => (field.required ? schemaOf(field) : Type.Optional(schemaOf(field))),
    ),
    OWN_FIELDS_ONLY,
  )

/** As the panel sends it: the credentials by the names that the kind declares. */
export type NewAccount = Static<TObject<typeof NEW_ACCOUNT>> & { kind: string } & Record<string, unknown>

const CardEnabled = Type.Boolean({ description: 'Whether credit cards are taken here' })
const DebitEnabled = Type.Boolean({ description: 'Whether debit cards are taken here' })
const CardEntrySchema = Type.Enum([...CARD_ENTRIES], {
  description:
    'At the checkout: in a frame of the PSP, by its script on a page of CARD_ORIGIN, or on a page of the PSP',
})
const CARD_ORIGIN = { description: 'Scheme and host of the PSP’s pages for cards; null: none is framed' }
const CARD_SETTLEMENT = {
  description: 'When the PSP pays what was charged by credit card; null: on the days on which sellers get it',
}
const CardSettlementSchema = Type.Object(
  {
    mode: Type.Enum([...CARD_MODES]),
    days: Type.Integer({
      minimum: 0,
      maximum: MAX_SETTLEMENT_DAYS,
      description: 'From the payment, and from part to part',
    }),
  },
  OWN_FIELDS_ONLY,
)

const ACCOUNT_CHANGE = {
  name: Type.Optional(Name),
  baseUrl: Type.Optional(BaseUrl),
  payInEnabled: Type.Optional(Type.Boolean()),
  payOutEnabled: Type.Optional(Type.Boolean()),
  fallbackPspAccountId: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Null])),
  recurrenceEnabled: Type.Optional(Type.Boolean()),
  receivingAccount: Type.Optional(Type.Union([ReceivingAccountSchema, Null])),
  collectBaseUrl: Type.Optional(Type.Union([BaseUrl, Null], { description: `${COLLECT_URL}; null: there are none` })),
  boletoEnabled: Type.Optional(Type.Boolean({ description: 'Whether boletos are sold here' })),
  bolepix: Type.Optional(Type.Boolean({ description: BOLEPIX })),
  cardEnabled: Type.Optional(CardEnabled),
  debitEnabled: Type.Optional(DebitEnabled),
  cardEntry: Type.Optional(CardEntrySchema),
  cardEntryOrigin: Type.Optional(Type.Union([PrintableText({ minLength: 1, maxLength: 300 }), Null], CARD_ORIGIN)),
  cardSettlement: Type.Optional(Type.Union([CardSettlementSchema, Null], CARD_SETTLEMENT)),
  keepUntried: Type.Optional(
    Type.Boolean({
      description: 'Keeps a certificate, key or authority also where it cannot be tried, since the PSP does not answer',
    }),
  ),
}

export const accountChangeSchema = (kinds: PspKinds) =>
  Type.Object(
    withCredentials(ACCOUNT_CHANGE, kinds, field =>
      Type.Optional(field.required ? schemaOf(field) : Type.Union([schemaOf(field), Null])),
    ),
    { ...OWN_FIELDS_ONLY, minProperties: 1 },
  )

export type AccountChangeBody = Static<TObject<typeof ACCOUNT_CHANGE>> | Record<string, string | boolean | null>

const SweepSchema = Type.Union([Type.Object({ sweptTo: Time, trouble: Type.Union([Type.String(), Null]) }), Null], {
  description: 'Up to when the list of the PSP has been compared with our books; null: it is not read',
})

const RegisteredSchema = Type.Union(
  [Type.Object({ trouble: Type.Union([Type.String(), Null], { description: 'null: it knows the address' }) }), Null],
  { description: 'null: it was not told yet, or needs not be' },
)

export const AccountSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  environment: Environment,
  name: Type.String(),
  baseUrl: Type.String(),
  pixKey: Type.String(),
  payInEnabled: Type.Boolean(),
  payOutEnabled: Type.Boolean(),
  fallbackPspAccountId: Type.Union([Type.Integer(), Null], { description: 'Takes the sales while this one cannot' }),
  resting: Type.Boolean({ description: 'The PSP has not answered for a while and is asked no more for now' }),
  lastTrouble: Type.Union([Type.String(), Null]),
  recurrenceEnabled: Type.Boolean({ description: 'Whether recurrences may be made here' }),
  receivingAccount: Type.Union([ReceivingAccountSchema, Null], { description: 'null: no recurring PIX' }),
  collectBaseUrl: Type.Union([Type.String(), Null], { description: `${COLLECT_URL}; null: there are none` }),
  boletoEnabled: Type.Boolean({ description: 'Whether boletos are sold here' }),
  bolepix: Type.Boolean({ description: BOLEPIX }),
  cardEnabled: CardEnabled,
  debitEnabled: DebitEnabled,
  takesDebit: Type.Boolean({ description: 'Whether debit cards can be taken here' }),
  cardEntry: CardEntrySchema,
  cardEntryOrigin: Type.Union([Type.String(), Null], CARD_ORIGIN),
  cardSettlement: Type.Union([CardSettlementSchema, Null], CARD_SETTLEMENT),
  collect: Type.Union(
    [Type.Object({ resting: Type.Boolean(), lastTrouble: Type.Union([Type.String(), Null]) }), Null],
    {
      description: 'Whether the API of charges answers; null: it was not called yet',
    },
  ),
  sweeps: Type.Object({
    received: SweepSchema,
    sent: SweepSchema,
    recurrences: SweepSchema,
    debits: SweepSchema,
  }),
  registrations: Type.Object(
    { pix: RegisteredSchema, rec: RegisteredSchema, cobr: RegisteredSchema },
    { description: 'Whether the PSP knows where to report received Pix, recurrences and debits' },
  ),
  certificateDaysLeft: Type.Union([Type.Integer(), Null], { description: 'null: no certificate is shown to the PSP' }),
  boundAccounts: Type.Integer({ description: 'Sellers who receive or are paid by it' }),
  createdAt: Time,
})

export const ChangedAccountSchema = Type.Object({
  ...AccountSchema.properties,
  certificateTried: Type.Optional(
    Type.Boolean({
      description:
        'Of a change of certificate, key or authority: whether the PSP has given a token for it; false: it did not answer',
    }),
  ),
})

/** What is known about an account beside its row. */
export interface Standing {
  state: PspState | undefined
  registrations: RegistrationStates
  sweeps: Sweep[]
  certificateDaysLeft: number | null
  takesDebit: boolean
}

export function accountForm(account: ManagedAccount, standing: Standing): Static<typeof AccountSchema> {
  const { state, sweeps, registrations, certificateDaysLeft } = standing
  const { pix = null, rec = null, cobr = null } = registrations
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
    recurrenceEnabled: account.recurrenceEnabled,
    receivingAccount: receivingAccountOf(account),
    collectBaseUrl: account.collectBaseUrl,
    boletoEnabled: account.boletoEnabled,
    bolepix: account.bolepix,
    cardEnabled: account.cardEnabled,
    debitEnabled: account.debitEnabled,
    takesDebit: standing.takesDebit,
    cardEntry: account.cardEntry,
    cardEntryOrigin: account.cardEntryOrigin,
    cardSettlement: account.cardSettlement,
    collect: collectForm(state?.collect ?? null),
    sweeps: {
      received: sweepOf('received'),
      sent: sweepOf('sent'),
      recurrences: sweepOf('recurrences'),
      debits: sweepOf('debits'),
    },
    registrations: { pix, rec, cobr },
    certificateDaysLeft,
    boundAccounts: account.boundAccounts,
    createdAt: account.createdAt.toISOString(),
  }
}

const collectForm = (state: BreakerState | null) =>
  state === null ? null : { resting: state.circuitOpen, lastTrouble: state.lastTrouble }

const WordsSchema = Type.Object({ pt: Type.String(), en: Type.String() })

/** A kind as the panel reads it: its name, and the fields of its form. */
export const KindSchema = Type.Object({
  kind: Type.String(),
  title: WordsSchema,
  paysOut: Type.Boolean({ description: 'Whether it sends money as well as receives it' }),
  listsDisputes: Type.Boolean(),
  recurrences: Type.Union([Type.Object({ needsBranch: Type.Boolean() }), Null], {
    description: 'Recurring PIX, and whether its receiving account needs a branch; null: it does none',
  }),
  charges: Type.Boolean({ description: 'Whether it makes boletos and takes cards' }),
  credentials: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The field of the request' }),
      form: Type.Enum(['text', 'secret', 'pem']),
      required: Type.Boolean(),
      label: WordsSchema,
      help: Type.Union([WordsSchema, Null]),
    }),
  ),
})

export const kindForms = (kinds: PspKinds): Static<typeof KindSchema>[] =>
  Object.entries(kinds).map(([kind, { title, paysOut, listsDisputes, recurrences, collect, credentials }]) => ({
    kind,
    title,
    paysOut,
    listsDisputes,
    recurrences,
    charges: collect !== null,
    credentials: Object.entries(credentials).map(([name, { form, required, label, help = null }]) => ({
      name,
      form,
      required,
      label,
      help,
    })),
  }))
