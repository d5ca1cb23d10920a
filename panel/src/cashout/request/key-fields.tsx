// The recipient of a cashout: a beneficiary of the list, or a key whose type is detected while it is typed. Where the digits
// may be a CPF or a phone, the person chooses.
import { NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { PIX_KEY_TYPES } from '#kernel/pix/pix-key.ts'
import { type Beneficiary, useBeneficiaries } from '../../api/account/payout-rules.ts'
import { readablePixKey } from '../../ui/values/pix-key.tsx'
import { usePixKeyTypeName } from '../../ui/values/use-pix-key-type-name.ts'
import { useWords } from '../../words/words.ts'
import { checkedOnBlur } from './checked-on-blur.ts'
import { isAmbiguous, pixKeyOf, typeAfter } from './draft.ts'
import { requestWords } from './request-words.ts'
import { readTypedPixKey } from './typed-pix-key.ts'
import type { RequestForm } from './use-request.ts'

const MAX_SAVED = 100
/** Longer than the longest key, for blanks and punctuation. */
const MAX_TYPED = 120

export function KeyFields({ form }: { form: RequestForm }) {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const { data } = useBeneficiaries({ limit: MAX_SAVED })
  const draft = form.getValues()
  const input = checkedOnBlur(form, 'pixKey')
  const write = (pixKey: string) => {
    form.setFieldValue('pixKeyType', typeAfter(draft, pixKey))
    form.setFieldValue('pixKey', pixKey)
  }
  return (
    <Stack gap="md">
      <Saved form={form} beneficiaries={data?.data ?? []} />
      <div>
        <TextInput
          label={t('key')}
          description={t('keyHelp')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_TYPED}
          size="md"
          withAsterisk
          key={form.key('pixKey')}
          {...input}
          onChange={event => write(event.currentTarget.value)}
        />
        <Recognised form={form} />
      </div>
      {isAmbiguous(draft) ? (
        <Which form={form} />
      ) : (
        <NativeSelect
          label={t('keyType')}
          size="md"
          key={form.key('pixKeyType')}
          {...form.getInputProps('pixKeyType')}
          data={[
            { value: '', label: t('keyTypeAuto') },
            ...PIX_KEY_TYPES.map(value => ({ value, label: typeName(value) })),
          ]}
        />
      )}
    </Stack>
  )
}

/** The key as it was understood: the type, and the key as the bank gets it. */
function Recognised({ form }: { form: RequestForm }) {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const draft = form.getValues()
  const known = pixKeyOf(draft)
  // Its space is reserved while the key is being typed, so that the layout does not jump.
  const isElsewhere = isAmbiguous(draft) || form.errors.pixKey
  return (
    <Text size="sm" mt={isElsewhere ? 0 : 6} mih={isElsewhere ? 0 : '1.45em'} aria-live="polite" c="dimmed">
      {known !== null && t('keyFound', { type: typeName(known.type), key: readablePixKey(known.type, known.key) })}
    </Text>
  )
}

function Which({ form }: { form: RequestForm }) {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const { pixKey, pixKeyType } = form.getValues()
  const choose = (value: string) => {
    form.setFieldValue('pixKeyType', PIX_KEY_TYPES.find(type => type === value) ?? '')
    form.clearFieldError('pixKey')
  }
  return (
    <Radio.Group label={t('which')} description={t('whichHelp')} value={pixKeyType} onChange={choose} withAsterisk>
      <Stack gap="xs" mt="xs">
        {readTypedPixKey(pixKey).map(({ type, key }) => (
          <Radio key={type} value={type} label={`${typeName(type)} · ${readablePixKey(type, key)}`} />
        ))}
      </Stack>
    </Radio.Group>
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
