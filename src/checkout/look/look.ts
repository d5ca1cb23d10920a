// How a seller looks to buyers: a name, one colour, a logo, a text after the payment, and the language of who asks for none. Pure.

import { colourIn, textColourOn } from '#kernel/brand-colour.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import { isReadable, mistakenFor } from './shown-name.ts'

export interface LookTexts {
  /** null: that of the account. */
  name: string | null
  /** `#rrggbb`; null: that of the gateway. */
  color: string | null
  /** Where the checkout has no text of its own. */
  thankYou: string | null
  language: Language | null
}

export interface StoredLogo {
  hash: string
  width: number
  height: number
}

export interface Look extends LookTexts {
  logo: StoredLogo | null
}

export const NO_LOOK: Look = { name: null, color: null, thankYou: null, language: null, logo: null }

/** As pages are drawn. */
export interface ShownLook {
  name: string
  color: { ground: string; text: string } | null
  logo: { path: string; width: number; height: number } | null
  thankYou: string | null
  language: Language | null
}

export const logoPathOf = ({ hash }: Pick<StoredLogo, 'hash'>) => `/marca/${hash}` as const

export const shownLook = ({ name, color, logo, thankYou, language }: Look, accountName: string): ShownLook => ({
  name: name ?? accountName,
  color: colorsOf(color),
  logo: logo === null ? null : { path: logoPathOf(logo), width: logo.width, height: logo.height },
  thankYou,
  language,
})

function colorsOf(color: string | null): ShownLook['color'] {
  const text = color === null ? null : textColourOn(color)
  return color === null || text === null ? null : { ground: color, text }
}

/** What a person has written, as it is stored, or the field that is wrong. `reserved`: names that are others'. */
export function textsIn(given: LookTexts, reserved: readonly string[]): LookTexts | Failure {
  const name = textOf(given.name)
  const thankYou = textOf(given.thankYou)
  if (name !== null && !isReadable(name)) return invalid('name', 'letters of the Latin alphabet')
  const other = name === null ? null : mistakenFor(name, reserved)
  if (other !== null) return invalid('name', `a name that cannot be taken for ${other}`)
  const color = given.color === null ? null : colourIn(given.color)
  if (given.color !== null && color === null) return invalid('color', 'a colour such as #1a7f5a')
  if (color !== null && textColourOn(color) === null)
    return invalid('color', 'a colour on which black or white can be read')
  return { name, color, thankYou, language: given.language }
}

const textOf = (text: string | null): string | null => text?.trim() || null
