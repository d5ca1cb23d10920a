// The look while it is written, and what is sent of it.
import { colourIn } from '#kernel/brand-colour.ts'
import type { Look, LookTexts } from '../api/account/look.ts'

export interface LookDraft {
  name: string
  color: string
  thankYou: string
  language: '' | 'pt-BR' | 'en'
}

export const draftOf = ({ name, color, thankYou, language }: Look): LookDraft => ({
  name: name ?? '',
  color: color ?? '',
  thankYou: thankYou ?? '',
  language: language ?? '',
})

export const textsOf = ({ name, color, thankYou, language }: LookDraft): LookTexts => ({
  name: name.trim() || null,
  color: color.trim() || null,
  // One paragraph: the page has no others.
  thankYou: thankYou.replaceAll(/\s+/g, ' ').trim() || null,
  language: language || null,
})

/** null: nothing is chosen, or it is no colour yet. */
export const colourOf = ({ color }: Pick<LookDraft, 'color'>): string | null => colourIn(color.trim())
