// The address of a PSP's API of charges, and whether its boletos have a Pix code.
import { Checkbox, TextInput } from '@mantine/core'
import { useWords } from '../../../words/words.ts'
import { boletoWords } from './words.ts'

export interface CollectDraft {
  address: string
  bolepix: boolean
}

export const NO_COLLECT: CollectDraft = { address: '', bolepix: false }

interface CollectFieldsProps {
  isOptional?: boolean
  value: CollectDraft
  onChange: (value: CollectDraft) => void
}

export function CollectFields({ isOptional = false, value, onChange }: CollectFieldsProps) {
  const t = useWords(boletoWords)
  return (
    <>
      <TextInput
        label={t('address')}
        description={t('addressHelp')}
        required={!isOptional}
        type="url"
        autoComplete="off"
        maxLength={300}
        value={value.address}
        onChange={event => onChange({ ...value, address: event.currentTarget.value })}
      />
      <Checkbox
        label={t('bolepixLabel')}
        description={t('bolepixHelp')}
        checked={value.bolepix}
        onChange={event => onChange({ ...value, bolepix: event.currentTarget.checked })}
      />
    </>
  )
}
