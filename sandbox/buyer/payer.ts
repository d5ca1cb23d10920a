// Who pays: a name and a document that could exist.
import { isCnpj, isCpf, parseDocument } from '#kernel/pix/document.ts'
import { ControlRefused } from '../refused.ts'

export interface Payer {
  name: string
  document: string
}

export const DEFAULT_PAYER: Payer = { name: 'Pagador de Teste', document: '12345678909' }

export function payerOf({ name, document }: Payer): Payer {
  const digits = parseDocument(document)?.digits
  if (digits === undefined || !(isCpf(digits) || isCnpj(digits)))
    throw new ControlRefused('invalid-payer', 400, 'payer.document: expected a valid CPF or CNPJ')
  if (name.trim() === '') throw new ControlRefused('invalid-payer', 400, 'payer.name: expected a name')
  return { name: name.trim(), document: digits }
}
