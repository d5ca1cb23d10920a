// What a person may mean who looks for a sale: something that names one exactly, a document, or a part of a name or an e-mail.
// Pure.
import { containing } from '#db/like.ts'
import { parsePathId } from '#kernel/ids.ts'
import { parseDocument } from '#kernel/pix/document.ts'

export interface Search {
  /** As it was written, without blanks around it: an external reference, a txid, an end-to-end id. */
  text: string
  uuid: string | null
  number: bigint | null
  document: string | null
  /** A regular expression of the database: these words, with and without accents. Null for what stands in no name. */
  name: string | null
  /** For `like`, in small letters. */
  email: string
}

/** Letters are compared without their accents, and case by both forms: the database need not know the language. */
const ACCENTS = ['aáàâãäAÁÀÂÃÄ', 'eéèêëEÉÈÊË', 'iíìîïIÍÌÎÏ', 'oóòôõöOÓÒÔÕÖ', 'uúùûüUÚÙÛÜ', 'cçCÇ', 'nñNÑ']

export function searchFor(q: string): Search | null {
  const text = q.trim()
  if (text === '') return null
  const id = parsePathId(text)
  return {
    text,
    uuid: id !== null && 'uuid' in id ? id.uuid : null,
    number: id !== null && 'number' in id ? id.number : null,
    document: parseDocument(text)?.digits ?? null,
    name: text.includes('@') ? null : [...text].map(eitherWay).join(''),
    email: containing(text.toLowerCase()),
  }
}

function eitherWay(letter: string): string {
  const forms = ACCENTS.find(one => one.includes(letter))
  if (forms !== undefined) return `[${forms}]`
  return /[\p{L}\p{N} ]/u.test(letter) ? letter : `\\${letter}`
}
