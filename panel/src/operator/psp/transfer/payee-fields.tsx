// The fields of the bank account that buyers pay into by transfer.
import { NativeSelect, TextInput } from '@mantine/core'
import { parseDocument } from '#kernel/pix/document.ts'
import type { TransferPayee } from '../../../api/operator/incoming-payment/statement.ts'
import { useWords } from '../../../words/words.ts'
import { transferWords } from './words.ts'

const TYPES = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] as const satisfies TransferPayee['accountType'][]

export const NO_PAYEE: TransferPayee = {
  bank: '',
  branch: '',
  account: '',
  accountType: 'CORRENTE',
  holderName: '',
  holderDocument: '',
}

/** As the gateway takes them: a number, and a check digit after a dash. */
const BRANCH = /^\d{1,6}(-[\dXx])?$/
const ACCOUNT = /^\d{1,20}(-[\dXx])?$/

/** null: it is not whole. */
export function givenPayee(draft: TransferPayee): TransferPayee | null {
  const payee = { ...draft, bank: draft.bank.trim(), holderName: draft.holderName.trim() }
  const isWhole =
    payee.bank !== '' &&
    payee.holderName !== '' &&
    BRANCH.test(payee.branch) &&
    ACCOUNT.test(payee.account) &&
    parseDocument(payee.holderDocument) !== null
  return isWhole ? payee : null
}

interface PayeeFieldsProps {
  value: TransferPayee
  onChange: (value: TransferPayee) => void
}

export function PayeeFields({ value, onChange }: PayeeFieldsProps) {
  const t = useWords(transferWords)
  const text = (name: Exclude<keyof TransferPayee, 'accountType'>, maxLength: number) => ({
    required: true,
    maxLength,
    autoComplete: 'off',
    value: value[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...value, [name]: event.currentTarget.value }),
  })
  const number = (name: 'branch' | 'account', maxLength: number, form: RegExp) => ({
    ...text(name, maxLength),
    inputMode: 'numeric' as const,
    error: value[name] !== '' && !form.test(value[name]) ? t('wrong') : null,
  })
  return (
    <>
      <TextInput label={t('bank')} description={t('bankHelp')} {...text('bank', 80)} />
      <TextInput label={t('branch')} description={t('branchHelp')} {...number('branch', 8, BRANCH)} />
      <TextInput label={t('account')} description={t('accountHelp')} {...number('account', 22, ACCOUNT)} />
      <NativeSelect
        label={t('type')}
        value={value.accountType}
        onChange={event =>
          onChange({ ...value, accountType: TYPES.find(one => one === event.currentTarget.value) ?? 'CORRENTE' })
        }
        data={TYPES.map(type => ({ value: type, label: t(`types.${type}`) }))}
      />
      <TextInput label={t('holder')} description={t('holderHelp')} {...text('holderName', 140)} />
      <TextInput label={t('document')} inputMode="numeric" {...text('holderDocument', 18)} />
    </>
  )
}
