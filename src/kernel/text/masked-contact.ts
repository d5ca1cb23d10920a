// How to reach a person, as pages show it that others may open: enough to be recognised by whoever wrote it, and by nobody else.
import { maskDocument } from '../pix/document.ts'

export interface Contact {
  name: string
  /** Absent ones are "". */
  email: string
  phone: string
  document: string
}

export function maskedContact({ name, email, phone, document }: Contact): Contact {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.slice(domain.lastIndexOf('.'))
  return {
    name: maskedName(name),
    email: email === '' ? '' : `${first(local)}•••@${first(domain)}•••${end}`,
    phone: phone === '' ? '' : `•••${phone.slice(-4)}`,
    document: document === '' ? '' : maskDocument(document),
  }
}

export const maskedName = (name: string): string =>
  name
    .split(' ')
    .map(word => `${first(word)}•••`)
    .join(' ')

/** Whole, also where it takes two units of the text. */
const first = (text: string): string => [...text][0] ?? ''
