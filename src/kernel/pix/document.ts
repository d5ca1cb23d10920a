// CPF and CNPJ, the tax ids of persons and companies, checked by their two check digits. A CNPJ may carry letters (since
// 2026), so a document is text everywhere and never a number. Whether the document exists, only the tax office knows.

export type Document = { kind: 'CPF' | 'CNPJ'; digits: string }

const MAX_CHARACTERS = '00.000.000/0000-00'.length
const PUNCTUATION = /[./-]/g
const CPF = /^[0-9]{11}$/
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/
// Upper-casing turns some letters outside ASCII into A to Z, so the alphabet is settled before.
const ASCII = /^[0-9A-Za-z]+$/
const ALL_EQUAL = /^(.)\1*$/

const HEAVIEST_CPF = 11
const HEAVIEST_CNPJ = 9

/** "529.982.247-25" or "12.abc.345/01de-35", with or without the punctuation -> its kind and its bare form; null if neither. */
export function parseDocument(text: string): Document | null {
  if (text.length > MAX_CHARACTERS) return null
  const bare = text.replace(PUNCTUATION, '')
  if (!ASCII.test(bare)) return null
  const digits = bare.toUpperCase()
  if (isCpf(digits)) return { kind: 'CPF', digits }
  if (isCnpj(digits)) return { kind: 'CNPJ', digits }
  return null
}

export function isCpf(digits: string): boolean {
  return CPF.test(digits) && !ALL_EQUAL.test(digits) && hasCheckDigits(digits, HEAVIEST_CPF)
}

/** Takes the bare upper-case form only. */
export function isCnpj(text: string): boolean {
  return CNPJ.test(text) && !ALL_EQUAL.test(text) && hasCheckDigits(text, HEAVIEST_CNPJ)
}

/** With its punctuation: "529.982.247-25", "12.ABC.345/01DE-35". What is not of a document's length stays as it is. */
export function readableDocument(digits: string): string {
  const form = digits.length === 11 ? CPF_PARTS : CNPJ_PARTS
  return digits.replace(form, digits.length === 11 ? '$1.$2.$3-$4' : '$1.$2.$3/$4-$5')
}

const CPF_PARTS = /^(.{3})(.{3})(.{3})(..)$/
const CNPJ_PARTS = /^(..)(.{3})(.{3})(.{4})(..)$/

/** For eyes and logs: "***.982.247-**" or "**.ABC.345/01DE-**". Anything that is not a document's length is hidden whole. */
export function maskDocument(digits: string): string {
  if (digits.length === 11) return `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`
  if (digits.length === 14) return `**.${digits.slice(2, 5)}.${digits.slice(5, 8)}/${digits.slice(8, 12)}-**`
  return '***'
}

function hasCheckDigits(digits: string, heaviest: number): boolean {
  const base = digits.slice(0, -2)
  const first = base + checkDigit(base, heaviest)
  return digits === first + checkDigit(first, heaviest)
}

/** Weights run 2, 3, 4... from the right and start again after the heaviest; a letter counts as its ASCII code less 48. */
function checkDigit(base: string, heaviest: number): number {
  let sum = 0
  for (let place = 0; place < base.length; place++) {
    const fromRight = base.length - 1 - place
    sum += (base.charCodeAt(place) - 48) * (2 + (fromRight % (heaviest - 1)))
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
