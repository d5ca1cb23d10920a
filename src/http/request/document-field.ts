// A CPF or CNPJ in a field of a request, as its digits alone.

import { invalid } from '#kernel/failure.ts'
import { parseDocument } from '#kernel/pix/document.ts'

export function documentIn(field: string, text: string): string {
  const document = parseDocument(text)
  if (document === null) throw invalid(field, 'a CPF or CNPJ')
  return document.digits
}
