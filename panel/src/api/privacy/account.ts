// The data of a customer of the account: as a file, what can be erased, and its erasure.
import type { ErasureForm, PreviewForm } from '#privacy/wire.ts'
import { call, fetchFile } from '../call.ts'

/** At least one of the three; absent ones are not asked for. */
export interface Customer {
  document?: string
  email?: string
  phone?: string
  /** It stands in the audit log. */
  reason?: string
}

export type Preview = PreviewForm
export type Erasure = ErasureForm

/** For an account, and for the operator. */
export interface PrivacyRoutes {
  exportData(customer: Customer): Promise<Response>
  preview(customer: Customer): Promise<Preview>
  erase(customer: Customer, confirmation: string): Promise<Erasure>
}

export const ofAccount: PrivacyRoutes = {
  exportData: body => fetchFile('/api/account/privacy/export', { body }, 'POST'),
  preview: body => call<Preview>('POST', '/api/account/privacy/preview', { body }),
  erase: (customer, confirmation) =>
    call<Erasure>('POST', '/api/account/privacy/erase', { body: { ...customer, confirmation } }),
}
