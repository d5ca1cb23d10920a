// What every part of a page is rendered with.
import type { ShownLook } from '#checkout/look/look.ts'
import type { Language } from '#kernel/language.ts'
import type { Words } from '../words.ts'

export interface Page {
  words: Words
  language: Language
  /** "?idioma=en" where the buyer has chosen it, and "" otherwise: added to every address of ours that the page names. */
  suffix: string
  look: ShownLook
  /** Who runs the gateway, towards buyers. */
  operator: string
  /** The seller is paid with play money: the page says so, and gives no receipt. */
  isTest: boolean
}

/** An address of ours with the language that the buyer chose, and whatever else belongs into its query. */
export function pathWith(
  { suffix }: Pick<Page, 'suffix'>,
  path: `/${string}`,
  query: Record<string, string> = {},
): `/${string}` {
  const search = new URLSearchParams([...new URLSearchParams(suffix), ...Object.entries(query)]).toString()
  return search === '' ? path : `${path}?${search}`
}

/** A form that was refused is said first: it is what a screen reader reads out. */
export const titleOf = ({ words, look }: Page, heading: string, isRefused = false): string =>
  `${isRefused ? `${words.refused}: ` : ''}${oneWay(heading)} · ${look.name}`

const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** For places that know no markup: a text of a seller's would turn around what stands behind it, the name of who is paid. */
export const oneWay = (text: string): string => text.replaceAll(TURNING, '')
