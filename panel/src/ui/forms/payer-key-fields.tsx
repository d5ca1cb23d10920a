// The Pix key that the money of a boleto goes back to, whether its seller or the operator sends it. The bank refuses one of another holder than the boleto's payer.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { normalisePixKey, PIX_KEY_TYPES, type PixKeyType } from '#kernel/pix/pix-key.ts'
import { useWords } from '../../words/words.ts'
import { usePixKeyTypeName } from '../values/use-pix-key-type-name.ts'
import { payerKeyWords } from './payer-key-words.ts'

export interface PayerKey {
  pixKey: string
  pixKeyType: PixKeyType
}

const MAX_TYPED = 77

/** null: what is typed is no key of the type yet. */
export function PayerKeyFields({ onChange }: { onChange: (key: PayerKey | null) => void }) {
  const t = useWords(payerKeyWords)
  const typeName = usePixKeyTypeName()
  const [draft, setDraft] = useState<PayerKey>({ pixKey: '', pixKeyType: PIX_KEY_TYPES[0] })
  const [isLeft, setLeft] = useState(false)
  const keyOf = ({ pixKey, pixKeyType }: PayerKey) => normalisePixKey(pixKeyType, pixKey.trim())
  const change = (next: PayerKey) => {
    setDraft(next)
    const pixKey = keyOf(next)
    onChange(pixKey === null ? null : { ...next, pixKey })
  }
  const isWrong = isLeft && draft.pixKey !== '' && keyOf(draft) === null
  return (
    <>
      <NativeSelect
        label={t('keyType')}
        value={draft.pixKeyType}
        onChange={({ currentTarget: { value } }) =>
          change({ ...draft, pixKeyType: PIX_KEY_TYPES.find(type => type === value) ?? draft.pixKeyType })
        }
        data={PIX_KEY_TYPES.map(value => ({ value, label: typeName(value) }))}
      />
      <TextInput
        label={t('key')}
        description={t('keyHelp')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_TYPED}
        value={draft.pixKey}
        error={isWrong && t('keyWrong')}
        onBlur={() => setLeft(true)}
        onChange={event => change({ ...draft, pixKey: event.currentTarget.value })}
      />
    </>
  )
}
