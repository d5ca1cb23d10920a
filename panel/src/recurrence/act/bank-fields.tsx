// The payer's account at their bank: where a request to authorise goes.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Push } from '../../api/recurrence/recurrences.ts'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'

export interface BankDraft {
  ispb: string
  branch: string
  account: string
}

export const NO_BANK: BankDraft = { ispb: '', branch: '', account: '' }

type Fault = 'bankBad' | 'branchBad' | 'accountBad'
export type BankFaults = Partial<Record<keyof BankDraft, Fault>>

export function bankFaultsOf({ ispb, branch, account }: BankDraft): BankFaults {
  return {
    ...(!/^[0-9A-Z]{8}$/.test(ispb.trim()) && { ispb: 'bankBad' as const }),
    ...(!/^[0-9]{0,4}$/.test(branch.trim()) && { branch: 'branchBad' as const }),
    ...(!/^[0-9A-Za-z]{1,20}$/.test(account.trim()) && { account: 'accountBad' as const }),
  }
}

export const pagadorOf = ({ ispb, branch, account }: BankDraft): Push['pagador'] => ({
  ispb: ispb.trim(),
  conta: account.trim(),
  ...(branch.trim() !== '' && { agencia: branch.trim() }),
})

interface BankFieldsProps {
  bank: BankDraft
  errors: Partial<Record<keyof BankDraft, ReactNode>>
  onChange: (change: Partial<BankDraft>) => void
}

export function BankFields({ bank, errors, onChange }: BankFieldsProps) {
  const t = useWords(actionWords)
  const props = (field: keyof BankDraft) => ({
    value: bank[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [field]: currentTarget.value }),
    error: errors[field],
    autoComplete: 'off',
  })
  return (
    <>
      <TextInput
        label={t('push.bank')}
        description={t('push.bankHelp')}
        maxLength={8}
        withAsterisk
        {...props('ispb')}
      />
      <TextInput label={t('push.branch')} inputMode="numeric" maxLength={4} {...props('branch')} />
      <TextInput label={t('push.account')} maxLength={20} withAsterisk {...props('account')} />
    </>
  )
}
