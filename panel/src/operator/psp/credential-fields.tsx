// The fields of what a provider is asked with. Nothing that was kept is ever shown in them.
import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useWords } from '../../words/words.ts'
import { pspWords } from './words.ts'

/** Empty: not given. */
export interface Secrets {
  clientId: string
  clientSecret: string
  certificate: string
  privateKey: string
  ca: string
}
export const NO_SECRETS: Secrets = { clientId: '', clientSecret: '', certificate: '', privateKey: '', ca: '' }

/** Only those that are given. */
export const givenOf = (secrets: Secrets): Partial<Secrets> =>
  Object.fromEntries(Object.entries(secrets).filter(([, value]) => value.trim() !== ''))

interface FieldsProps {
  value: Secrets
  onChange: (value: Secrets) => void
  /** An account that is new has none yet. */
  isNew?: boolean
}

export function ClientFields({ value, onChange, isNew = false }: FieldsProps) {
  const t = useWords(pspWords)
  return (
    <>
      <TextInput
        label={t('clientId')}
        required={isNew}
        maxLength={500}
        autoComplete="off"
        value={value.clientId}
        onChange={event => onChange({ ...value, clientId: event.currentTarget.value.trim() })}
      />
      <PasswordInput
        label={t('clientSecret')}
        required={isNew}
        maxLength={500}
        autoComplete="new-password"
        value={value.clientSecret}
        onChange={event => onChange({ ...value, clientSecret: event.currentTarget.value.trim() })}
      />
    </>
  )
}

const PEM = { certificate: 'CERTIFICATE', privateKey: 'PRIVATE KEY', ca: 'CERTIFICATE' } as const

export function CertificateFields({ value, onChange }: FieldsProps) {
  const t = useWords(pspWords)
  return (['certificate', 'privateKey', 'ca'] as const).map(name => (
    <Textarea
      key={name}
      label={t(name)}
      description={t(`${name}Help`)}
      placeholder={`-----BEGIN ${PEM[name]}-----`}
      rows={3}
      maxLength={50_000}
      autoComplete="off"
      spellCheck={false}
      value={value[name]}
      onChange={event => onChange({ ...value, [name]: event.currentTarget.value })}
    />
  ))
}
