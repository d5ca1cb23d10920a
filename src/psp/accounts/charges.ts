// What a PSP account sells by its API of charges, as the operator sets it, and what is refused about it: the address of that API, whether
// boletos and cards are sold there, and how a buyer enters a card. Without an address nothing is. Pure.
import { Failure, invalid } from '#kernel/failure.ts'
import { given } from '#kernel/given-fields.ts'
import type { CardSettlement } from '#kernel/terms/settlement.ts'
import { kindOf, type PspKinds } from '../kinds.ts'
import type { PspAccount } from '../store.ts'
import { baseUrlIn } from './credentials.ts'

/** On the PSP's page in a frame, by its script on a page of a host of its own, or on the PSP's page altogether. */
export const CARD_ENTRIES = ['frame', 'script', 'redirect'] as const
export type CardEntry = (typeof CARD_ENTRIES)[number]

export interface ChargeSettings extends Pick<PspAccount, 'collectBaseUrl' | 'bolepix'> {
  boletoEnabled: boolean
  cardEnabled: boolean
  debitEnabled: boolean
  cardEntry: CardEntry
  /** Of the PSP's pages for cards: nothing else is framed. */
  cardEntryOrigin: string | null
  /** null: on the days on which sellers get it. */
  cardSettlement: CardSettlement | null
}

/** Absent fields stay as they are. */
export type ChargeSettingsChange = Partial<ChargeSettings>

const NO_CHARGES: ChargeSettings = {
  collectBaseUrl: null,
  bolepix: false,
  boletoEnabled: false,
  cardEnabled: false,
  debitEnabled: false,
  cardEntry: 'redirect',
  cardEntryOrigin: null,
  cardSettlement: null,
}

const NAMES = Object.keys(NO_CHARGES) as (keyof ChargeSettings)[]

/** Another API does not know the open charges, and money that comes by the Pix code of a boleto would be taken for a stranger's. */
export const CHARGES_UNDER_WAY = new Failure(
  'CONFLICT',
  'collectBaseUrl and bolepix stay while boletos or cards of this account are under way: another bank is another PSP account',
)

/** The first address switches boletos on: it is set for that. */
export const chargesOfNew = ({ collectBaseUrl = null, bolepix = false }: ChargeSettingsChange): ChargeSettings => ({
  ...NO_CHARGES,
  collectBaseUrl,
  bolepix,
  boletoEnabled: collectBaseUrl !== null,
})

/** Of a change that may have other fields too. */
export function chargesAfter(before: ChargeSettings, change: ChargeSettingsChange): ChargeSettings {
  const named = (settings: ChargeSettingsChange) =>
    Object.fromEntries(NAMES.map(name => [name, settings[name]])) as ChargeSettingsChange
  return { ...named(before), ...given(named(change)) } as ChargeSettings
}

/** Whether the adapter need not be opened anew. */
export const isSameCollect = (one: ChargeSettings, other: ChargeSettings): boolean =>
  one.collectBaseUrl === other.collectBaseUrl && one.bolepix === other.bolepix

/** Whether the PSP of an account takes debit cards. */
export type TakesDebit = (account: Pick<PspAccount, 'kind' | 'environment' | 'pixKey'>) => boolean

export const NO_DEBIT = invalid('debitEnabled', 'false: this PSP takes no debit cards')

export function refusedCharges(kinds: PspKinds, account: ChargeSettings & Pick<PspAccount, 'kind'>): Failure | null {
  const { collectBaseUrl, kind } = account
  if (collectBaseUrl === null) return refusedWithoutAddress(account)
  if (kindOf(kinds, account).collect === null)
    return invalid('collectBaseUrl', `null: a ${kind} account makes no boletos and takes no cards`)
  return refusedEntry(account)
}

const SWITCHES = ['boletoEnabled', 'bolepix', 'cardEnabled', 'debitEnabled'] as const

function refusedWithoutAddress(account: ChargeSettings): Failure | null {
  const on = SWITCHES.find(name => account[name])
  return on === undefined ? refusedEntry(account) : invalid(on, 'false while there is no collectBaseUrl')
}

const refusedEntry = ({ cardEntry, cardEntryOrigin }: ChargeSettings): Failure | null =>
  cardEntry === 'frame' && cardEntryOrigin === null
    ? invalid('cardEntryOrigin', 'the origin of the PSP’s page, while cards are entered in its frame')
    : null

/** The addresses in their stored form, where they are given. */
export function addressesIn(
  { collectBaseUrl: url, cardEntryOrigin: origin }: ChargeSettingsChange,
  where: { httpsOnly: boolean },
): ChargeSettingsChange | Failure {
  const collectBaseUrl = url && baseUrlIn('collectBaseUrl', url, where)
  const cardEntryOrigin = origin && originIn(origin, where)
  if (collectBaseUrl instanceof Failure) return collectBaseUrl
  return cardEntryOrigin instanceof Failure ? cardEntryOrigin : given({ collectBaseUrl, cardEntryOrigin })
}

/** Scheme, host and port, and nothing else: it stands in the content security policy of the checkout. */
function originIn(text: string, { httpsOnly }: { httpsOnly: boolean }): string | Failure {
  const url = URL.parse(text)
  const schemes = httpsOnly ? ['https:'] : ['https:', 'http:']
  const isOrigin = url !== null && `${url.origin}/` === url.href && schemes.includes(url.protocol)
  return isOrigin
    ? url.origin
    : invalid('cardEntryOrigin', `scheme and host alone, such as ${schemes[0]}//cards.example`)
}
