// A CPF or CNPJ in a field of a request, as its digits alone.

import { invalid } from '#kernel/failure.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import { DOCUMENTED, PrintableText } from '../schema.ts'

export const DocumentText = {
  ...PrintableText({
    maxLength: 18,
    description: 'A CPF or CNPJ, with or without its punctuation. Its check digits have to be right',
  }),
  [DOCUMENTED]: {
    pattern:
      '^(([0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?|[0-9A-Za-z]{2}\\.?[0-9A-Za-z]{3}\\.?[0-9A-Za-z]{3}/?[0-9A-Za-z]{4}-?)[0-9]{2})?$',
  },
}

export function documentIn(field: string, text: string): string {
  const document = parseDocument(text)
  if (document === null) throw invalid(field, 'a CPF or CNPJ')
  return document.digits
}
