// The evidence of a defence while it is written. Pure.
import type { Evidence } from '../../api/money/disputes.ts'

export const MAX_EVIDENCE = 20
export const MIN_DEFENCE = 10
export const MAX_DEFENCE = 4_000

export interface DraftEvidence {
  /** For the screen alone: pieces are taken out in between. */
  key: string
  title: string
  text: string
  url: string
}

let count = 0
export const emptyEvidence = (): DraftEvidence => ({ key: `evidence-${++count}`, title: '', text: '', url: '' })

const isEmpty = ({ title, text, url }: DraftEvidence) => [title, text, url].every(one => one.trim() === '')

export const lacksTitle = (draft: DraftEvidence): boolean => !isEmpty(draft) && draft.title.trim() === ''

const HTTPS = 'https://'

/** While the first letters are being typed there is no error. */
export const hasWrongLink = ({ url }: DraftEvidence): boolean => {
  const written = url.trim()
  return !HTTPS.startsWith(written) && !isLink(written)
}

const isLink = (text: string) => text.startsWith(HTTPS) && URL.canParse(text)

const isWhole = (draft: DraftEvidence): boolean =>
  isEmpty(draft) || (!lacksTitle(draft) && (draft.url.trim() === '' || isLink(draft.url.trim())))

export const isReady = (justification: string, drafts: DraftEvidence[]): boolean =>
  justification.trim().length >= MIN_DEFENCE && drafts.every(isWhole)

/** Empty fields are left out. */
export const evidenceOf = (drafts: DraftEvidence[]): Evidence[] =>
  drafts
    .filter(draft => !isEmpty(draft))
    .map(({ title, text, url }) => ({
      title: title.trim(),
      // Lines are for the text of the defence: here the gateway takes none.
      ...(text.trim() !== '' && { text: text.trim().replaceAll(/\s*\n\s*/g, ' ') }),
      ...(url.trim() !== '' && { url: url.trim() }),
    }))
