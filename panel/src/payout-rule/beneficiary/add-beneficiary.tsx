// Adds a key to the list. Its type is detected, as in the cashout form.
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { PIX_KEY_TYPES, type PixKeyType } from '#kernel/pix/pix-key.ts'
import { useAddBeneficiary } from '../../api/account/payout-rules.ts'
import { Problem } from '../../api/problem.ts'
import { keyProblem, pixKeyOf, typeOf } from '../../cashout/request/draft.ts'
import { requestWords } from '../../cashout/request/request-words.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { usePixKeyTypeName } from '../../ui/values/use-pix-key-type-name.ts'
import { useWords } from '../../words/words.ts'
import { beneficiaryWords } from './beneficiary-words.ts'

interface Written {
  name: string
  pixKey: string
  pixKeyType: PixKeyType | ''
}

const MAX_NAME = 120
/** Longer than the longest key, for blanks and punctuation. */
const MAX_KEY = 120

export function AddBeneficiary({ onClose }: { onClose: () => void }) {
  const t = useWords(beneficiaryWords)
  const typeName = usePixKeyTypeName()
  const form = useWritten()
  const { mutate, isPending, error } = useAddBeneficiary()
  const isKnown = error instanceof Problem && error.code === 'CONFLICT'
  const add = form.onSubmit(written => {
    const known = pixKeyOf(written)
    if (known === null) return
    mutate(
      { name: written.name.trim(), pixKey: known.key, pixKeyType: known.type },
      {
        onSuccess: () => {
          notifications.show({ message: t('added') })
          onClose()
        },
        onError: refused => {
          if (refused instanceof Problem && refused.code === 'CONFLICT') form.setFieldError('pixKey', t('known'))
        },
      },
    )
  })
  const type = typeOf(form.getValues())
  const auto = form.getValues().pixKeyType === '' && type !== null ? `${t('auto')}: ${typeName(type)}` : t('auto')
  return (
    <ConfirmDialog
      opened
      title={t('add')}
      verb={t('save')}
      pending={isPending}
      error={isKnown ? null : error}
      onConfirm={add}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        maxLength={MAX_NAME}
        autoComplete="off"
        withAsterisk
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('key')}
        maxLength={MAX_KEY}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        withAsterisk
        key={form.key('pixKey')}
        {...form.getInputProps('pixKey')}
      />
      <NativeSelect
        label={t('keyType')}
        key={form.key('pixKeyType')}
        {...form.getInputProps('pixKeyType')}
        data={[{ value: '', label: auto }, ...PIX_KEY_TYPES.map(value => ({ value, label: typeName(value) }))]}
      />
    </ConfirmDialog>
  )
}

function useWritten() {
  const t = useWords(beneficiaryWords)
  const words = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  return useForm<Written>({
    mode: 'controlled',
    initialValues: { name: '', pixKey: '', pixKeyType: '' },
    validate: {
      name: name => (name.trim() === '' ? t('nameMissing') : null),
      pixKey: (_, written) => {
        const problem = keyProblem(written)
        const type = typeOf(written)
        return problem && words(`invalid.${problem}`, type === null ? {} : { type: typeName(type) })
      },
    },
  })
}
