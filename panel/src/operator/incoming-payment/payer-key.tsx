// The Pix key to which the operator sends the money of a boleto back. The bank refuses one of another holder than the boleto's payer.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { normalisePixKey, PIX_KEY_TYPES, type PixKeyType } from '#kernel/pix/pix-key.ts'
import { usePixKeyTypeName } from '../../ui/values/use-pix-key-type-name.ts'
import { useWords } from '../../words/words.ts'
import { receiptOperatorWords } from './words.ts'

export interface PayerKey {
  pixKey: string
  pixKeyType: PixKeyType
}

const MAX_TYPED = 77

/** null: what is typed is no key of the type yet. */
export function PayerKeyFields({ onChange }: { onChange: (key: PayerKey | null) => void }) {
  const t = useWords(receiptOperatorWords)
  const typeName = usePixKeyTypeName()
  const [typed, setTyped] = useState<PayerKey>({ pixKey: '', pixKeyType: 'CPF' })
  const [isLeft, setLeft] = useState(false)
  const change = (next: PayerKey) => {
    setTyped(next)
    onChange(isKey(next) ? next : null)
  }
  return (
    <>
      <NativeSelect
        label={t('keyType')}
        value={typed.pixKeyType}
        onChange={({ currentTarget }) =>
          change({ ...typed, pixKeyType: PIX_KEY_TYPES.find(type => type === currentTarget.value) ?? 'CPF' })
        }
        data={PIX_KEY_TYPES.map(value => ({ value, label: typeName(value) }))}
      />
      <TextInput
        label={t('key')}
        description={t('keyHelp')}
        required
        autoComplete="off"
        maxLength={MAX_TYPED}
        value={typed.pixKey}
        error={isLeft && typed.pixKey !== '' && !isKey(typed) && t('keyWrong')}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => change({ ...typed, pixKey: currentTarget.value })}
      />
    </>
  )
}

const isKey = ({ pixKey, pixKeyType }: PayerKey) => normalisePixKey(pixKeyType, pixKey) !== null
