// A customer as pages show them that anybody with their link may open.
import { maskDocument } from '#kernel/pix/document.ts'
import type { CartCustomer } from '../cart.ts'

/** Enough to be recognised by whoever wrote it, and by nobody else. */
export function masked({ name, email, phone, document }: CartCustomer): CartCustomer {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.slice(domain.lastIndexOf('.'))
  return {
    name: name
      .split(' ')
      .map(word => `${first(word)}•••`)
      .join(' '),
    email: email === '' ? '' : `${first(local)}•••@${first(domain)}•••${end}`,
    phone: phone === '' ? '' : `•••${phone.slice(-4)}`,
    document: document === '' ? '' : maskDocument(document),
  }
}

/** Whole, also where it takes two units of the text. */
const first = (text: string): string => [...text][0] ?? ''
