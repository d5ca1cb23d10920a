// The fields of the account that debits are credited to.
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReceivingAccount } from '../../../api/operator/psps.ts'
import { useWords } from '../../../words/words.ts'
import { recurrenceWords } from './words.ts'

const TYPES = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] as const satisfies ReceivingAccount['type'][]

export interface ReceivingAccountDraft {
  branch: string
  account: string
  type: ReceivingAccount['type']
}

export const draftOf = (given: ReceivingAccount | null): ReceivingAccountDraft => ({
  branch: given?.branch ?? '',
  account: given?.account ?? '',
  type: given?.type ?? 'CORRENTE',
})

/** null: it is not whole. */
export function givenAccount(draft: ReceivingAccountDraft, needsBranch: boolean): ReceivingAccount | null {
  if (draft.account === '' || (needsBranch && draft.branch === '')) return null
  return { branch: draft.branch === '' ? null : draft.branch, account: draft.account, type: draft.type }
}

export const isEmptyAccount = ({ branch, account }: ReceivingAccountDraft): boolean => branch === '' && account === ''

interface FieldsProps {
  needsBranch: boolean
  value: ReceivingAccountDraft
  onChange: (value: ReceivingAccountDraft) => void
  /** Whether the account may be left out. */
  isOptional?: boolean
}

export function ReceivingAccountFields({ needsBranch, value, onChange, isOptional = false }: FieldsProps) {
  const t = useWords(recurrenceWords)
  const isRequired = !isOptional || value.account !== '' || value.branch !== ''
  return (
    <>
      <TextInput
        label={t('branch')}
        description={t('branchHelp')}
        required={isRequired && needsBranch}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        value={value.branch}
        onChange={event => onChange({ ...value, branch: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <TextInput
        label={t('number')}
        description={t('numberHelp')}
        required={isRequired}
        maxLength={20}
        autoComplete="off"
        value={value.account}
        onChange={event => onChange({ ...value, account: event.currentTarget.value.replace(/[^0-9A-Za-z]/g, '') })}
      />
      <NativeSelect
        label={t('type')}
        value={value.type}
        onChange={event =>
          onChange({ ...value, type: TYPES.find(one => one === event.currentTarget.value) ?? 'CORRENTE' })
        }
        data={TYPES.map(type => ({ value: type, label: t(`typeNames.${type}`) }))}
      />
    </>
  )
}
