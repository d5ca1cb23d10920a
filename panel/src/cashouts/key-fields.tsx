// Whom a cashout goes to: somebody of the list, or a key whose type is told from it.
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { PIX_KEY_TYPES } from '#kernel/pix-key.ts'
import { type Beneficiary, useBeneficiaries } from '../api/payout-rules.ts'
import { readablePixKey } from '../ui/pix-key.tsx'
import { usePixKeyTypeName } from '../ui/use-pix-key-type-name.ts'
import { useWords } from '../words/words.ts'
import { mayBePhone, typeOf } from './ask.ts'
import { requestWords } from './request-words.ts'
import type { RequestForm } from './use-request.ts'

const MOST_SAVED = 100
const LONGEST_KEY = 77

export function KeyFields({ form }: { form: RequestForm }) {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const { data } = useBeneficiaries({ limit: MOST_SAVED })
  const draft = form.getValues()
  const type = typeOf(draft)
  const found =
    draft.pixKeyType === '' && type !== null ? t('keyTypeFound', { type: typeName(type) }) : t('keyTypeAuto')
  return (
    <Stack gap="md">
      <Saved form={form} beneficiaries={data?.data ?? []} />
      <TextInput
        label={t('key')}
        description={t('keyHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST_KEY}
        size="md"
        withAsterisk
        key={form.key('pixKey')}
        {...form.getInputProps('pixKey')}
      />
      <NativeSelect
        label={t('keyType')}
        description={mayBePhone(draft) ? t('alsoPhone') : undefined}
        size="md"
        key={form.key('pixKeyType')}
        {...form.getInputProps('pixKeyType')}
        data={[{ value: '', label: found }, ...PIX_KEY_TYPES.map(value => ({ value, label: typeName(value) }))]}
      />
    </Stack>
  )
}

function Saved({ form, beneficiaries }: { form: RequestForm; beneficiaries: Beneficiary[] }) {
  const t = useWords(requestWords)
  const { pixKey, pixKeyType } = form.getValues()
  const chosen = beneficiaries.find(one => one.pixKey === pixKey && one.pixKeyType === pixKeyType)
  if (beneficiaries.length === 0) return null
  const choose = (id: string) => {
    const one = beneficiaries.find(beneficiary => beneficiary.id === id)
    form.setFieldValue('pixKey', one?.pixKey ?? '')
    form.setFieldValue('pixKeyType', one?.pixKeyType ?? '')
  }
  return (
    <NativeSelect
      label={t('saved')}
      size="md"
      value={chosen?.id ?? ''}
      onChange={event => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('savedNone') },
        ...beneficiaries.map(({ id, name, pixKeyType: type, pixKey: key }) => ({
          value: id,
          label: `${name} · ${readablePixKey(type, key)}`,
        })),
      ]}
    />
  )
}
