// The test buyers that the page offers, and whom its form names. All documents are valid and belong to nobody here.
import type { PayRequest } from '../buyer/pay.ts'

export const PAYERS = [
  { name: 'Ana Souza', document: '12345678909' },
  { name: 'Bruno Lima', document: '52998224725' },
  { name: 'Célia Ramos', document: '11144477735' },
  { name: 'Mercado Boa Vista Ltda', document: '12ABC34501DE35' },
] as const

export interface PayerChoice {
  pagador?: string
  nome?: string
  documento?: string
}

/** A typed payer goes before one that is chosen from the list. */
export function payerOf({ pagador, nome = '', documento = '' }: PayerChoice): NonNullable<PayRequest['payer']> {
  if (nome.trim() !== '' || documento.trim() !== '') return { name: nome, document: documento.trim() }
  return PAYERS.find(({ document }) => document === pagador) ?? PAYERS[0]
}
