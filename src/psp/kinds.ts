// The kinds of PSP, each declared once. The checks of a new PSP account, its credentials, the fields of the panel's form, its
// uses and its adapter all follow from the declaration.
import { openBcb } from './adapters/bcb.ts'
import { openEfi } from './adapters/efi.ts'
import type { PspHttp } from './client/conversation.ts'
import type { TokenSettings } from './client/token.ts'
import type { CollectSettings } from './collect/efi.ts'
import type { Psp } from './port.ts'
import type { ReceivingAccount } from './recurrence/port.ts'

/** The label, in the panel's two languages. */
export interface Words {
  pt: string
  en: string
}

export interface CredentialField {
  /** `text` may be seen while it is written, `secret` may not; `pem` is a certificate or a key. None is ever shown again. */
  form: 'text' | 'secret' | 'pem'
  required: boolean
  label: Words
  help?: Words
  /** The setting that defines it for the first PSP account. */
  setting: `PSP_${string}`
}

/** What an adapter gets about its PSP account. */
export interface AdapterSettings {
  http: PspHttp
  pixKey: string
  /** Whether the server for callbacks requires the PSP's certificate. */
  mtlsCallbacks: boolean
  /** Where the money of debits goes; null: this account does no recurring PIX. */
  receivingAccount: ReceivingAccount | null
  /** null: this account makes no charges by boleto. */
  collect: CollectSettings | null
  /** By the names of the declaration. */
  credentials: Readonly<Record<string, string | undefined>>
}

export interface PspKind {
  title: Words
  /** Whether it sends money as well as receives it. */
  paysOut: boolean
  /** Whether it has a list of disputes. */
  listsDisputes: boolean
  /** Recurring PIX; null: it does none. */
  recurrences: { needsBranch: boolean } | null
  /** Charges by boleto, at an API with a token of its own; null: it makes none. `callsADay`: so often each call may be made. */
  collect: { tokenPath: string; callsADay: number } | null
  tokenRequest: NonNullable<TokenSettings['tokenRequest']>
  /** In the order of the form. `clientId` and `clientSecret` are needed for the token of every kind. */
  credentials: Readonly<Record<string, CredentialField>> &
    Readonly<Record<'clientId' | 'clientSecret', CredentialField>>
  open(settings: AdapterSettings): Psp
}

/** By the name that is stored in `psp_account.kind`. */
export type PspKinds = Readonly<Record<string, PspKind>>

const CLIENT = {
  clientId: {
    form: 'text',
    required: true,
    label: { pt: 'Client ID', en: 'Client id' },
    setting: 'PSP_CLIENT_ID',
  },
  clientSecret: {
    form: 'secret',
    required: true,
    label: { pt: 'Client secret', en: 'Client secret' },
    setting: 'PSP_CLIENT_SECRET',
  },
} as const satisfies Record<string, CredentialField>

const MUTUAL_TLS = {
  certificate: {
    form: 'pem',
    required: false,
    label: { pt: 'Certificado (PEM)', en: 'Certificate (PEM)' },
    help: {
      pt: 'Para provedores que pedem TLS mútuo. Vem junto com a chave.',
      en: 'For providers that ask for mutual TLS. It goes with its key.',
    },
    setting: 'PSP_CERT_FILE',
  },
  privateKey: {
    form: 'pem',
    required: false,
    label: { pt: 'Chave privada (PEM)', en: 'Private key (PEM)' },
    help: { pt: 'A do certificado, sem senha.', en: 'The certificate’s, without a password.' },
    setting: 'PSP_KEY_FILE',
  },
  ca: {
    form: 'pem',
    required: false,
    label: { pt: 'Autoridade do provedor (PEM)', en: 'Authority of the provider (PEM)' },
    help: {
      pt: 'Só quando o certificado do provedor não é de uma autoridade pública.',
      en: 'Only where the provider’s certificate is not of a public authority.',
    },
    setting: 'PSP_CA_FILE',
  },
} as const satisfies Record<string, CredentialField>

export const PSP_KINDS = {
  bcb: {
    title: { pt: 'Padrão do Banco Central', en: 'Standard of the Central Bank' },
    paysOut: false,
    listsDisputes: false,
    recurrences: { needsBranch: false },
    collect: null,
    tokenRequest: 'form',
    credentials: { ...CLIENT, ...MUTUAL_TLS },
    open: openBcb,
  },
  efi: {
    title: { pt: 'Efí', en: 'Efí' },
    paysOut: true,
    listsDisputes: true,
    recurrences: { needsBranch: true },
    collect: { tokenPath: '/authorize', callsADay: 15_000 },
    tokenRequest: 'json',
    credentials: { ...CLIENT, ...MUTUAL_TLS },
    open: openEfi,
  },
} as const satisfies PspKinds

/** Throws where the database has a PSP account of an unknown kind, such as one of a later version. */
export function kindOf(kinds: PspKinds, { kind }: { kind: string }): PspKind {
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (found === undefined) throw new Error(`this version knows no PSP of the kind ${kind}`)
  return found
}

/** The credentials of all kinds, each once: whether one is required depends on the kind. */
export function credentialsOfAll(kinds: PspKinds): Map<string, CredentialField> {
  const all = Object.values(kinds)
  const named = new Map(all.flatMap(({ credentials }) => Object.entries(credentials)))
  const isRequired = (name: string) => all.every(({ credentials }) => credentials[name]?.required === true)
  return new Map([...named].map(([name, field]) => [name, { ...field, required: isRequired(name) }]))
}

export const kindsThat = (kinds: PspKinds, can: 'paysOut' | 'listsDisputes'): string[] =>
  Object.entries(kinds).flatMap(([name, kind]) => (kind[can] ? name : []))
