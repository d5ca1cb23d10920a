// A PIX key as people write it: documents and phones with their punctuation, the rest as it is.
import { readableDocument } from '#kernel/pix/document.ts'
import { normalisePixKey, type PixKeyType } from '#kernel/pix/pix-key.ts'
import { defineWords, useWords } from '../../words/words.ts'

export const pixKeyWords = defineWords('pixKey', {
  pt: {
    types: { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Celular', RANDOM: 'Chave aleatória' },
  },
  en: {
    types: { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'E-mail', PHONE: 'Phone', RANDOM: 'Random key' },
  },
})

const PHONE = /^\+55(..)(\d+)(\d{4})$/

export function readablePixKey(type: PixKeyType, text: string): string {
  const key = normalisePixKey(type, text) ?? text
  if (type === 'CPF' || type === 'CNPJ') return readableDocument(key)
  return type === 'PHONE' ? key.replace(PHONE, '+55 ($1) $2-$3') : key
}

export interface PixKeyProps {
  type: PixKeyType
  pixKey: string
}

export function PixKey({ type, pixKey }: PixKeyProps) {
  return <span>{readablePixKey(type, pixKey)}</span>
}

export function PixKeyTypeName({ type }: { type: PixKeyType }) {
  const t = useWords(pixKeyWords)
  return <>{t(`types.${type}`)}</>
}
