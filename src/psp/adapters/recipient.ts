// The recipient of a sent Pix, read from the PSP's answer. A document is masked before it goes any further.
import { maskDocument, parseDocument } from '#kernel/pix/document.ts'
import type { Recipient } from '../port.ts'
import { fields, text } from './reply.ts'

const MAX_NAME = 140
const CONTROL = /\p{C}/gu
const ISPB = /^\d{8}$/
const MASKED = /^(?=.*\*)[\dA-Z*./-]{8,18}$/

/** `favorecido` of the PSP's answer; null where it names no recipient. */
export function recipientIn(favorecido: unknown): Recipient | null {
  const { identificacao, contaBanco } = fields(favorecido)
  const person = fields(identificacao)
  const account = fields(contaBanco)
  const recipient = {
    name: nameOf(person.nome ?? account.nome),
    document: documentOf(person.cpf ?? person.cnpj ?? account.cpf ?? account.cnpj),
    bank: bankOf(account.codigoBanco ?? person.codigoBanco),
  }
  return Object.values(recipient).every(part => part === null) ? null : recipient
}

function nameOf(value: unknown): string | null {
  const name = text(value)?.replaceAll(CONTROL, ' ').toWellFormed().trim().slice(0, MAX_NAME).toWellFormed() ?? ''
  return name === '' ? null : name
}

/** A text that is neither a document nor a masked one is not shown: it may reveal too much. */
function documentOf(value: unknown): string | null {
  const reported = text(value) ?? ''
  const whole = parseDocument(reported)
  if (whole !== null) return maskDocument(whole.digits)
  return MASKED.test(reported) ? reported : null
}

function bankOf(value: unknown): string | null {
  const bank = text(value) ?? ''
  return ISPB.test(bank) ? bank : null
}
