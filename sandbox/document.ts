// Who somebody is: a CPF or a CNPJ, as the Central Bank's forms have it.
import { parseDocument } from '#kernel/pix/document.ts'
import type { Violacao } from './refused.ts'

/** `property`: where the person stands in the body. */
export function documentViolations({ cpf, cnpj }: { cpf?: string; cnpj?: string }, property: string): Violacao[] {
  if ((cpf === undefined) === (cnpj === undefined))
    return [{ razao: 'Informe cpf ou cnpj, exatamente um deles.', propriedade: property }]
  const [kind, digits] = cpf === undefined ? (['CNPJ', cnpj ?? ''] as const) : (['CPF', cpf] as const)
  if (parseDocument(digits)?.kind === kind) return []
  const propriedade = `${property}.${kind.toLowerCase()}`
  return [{ razao: 'Os dígitos verificadores não conferem.', propriedade, valor: digits }]
}
