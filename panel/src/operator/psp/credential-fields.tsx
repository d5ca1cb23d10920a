// The fields of a PSP's credentials, as its kind declares them. Stored values are never shown in them.
import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { CredentialField } from '../../api/operator/psps.ts'
import { useLanguageOf } from './kind-title.tsx'

/** By the name of the field; absent or empty: not given. */
export type Secrets = Readonly<Record<string, string>>
export const NO_SECRETS: Secrets = {}

/** Only those that are given. */
export const givenOf = (secrets: Secrets): Secrets =>
  Object.fromEntries(Object.entries(secrets).filter(([, value]) => value.trim() !== ''))

export const isPem = ({ form }: CredentialField): boolean => form === 'pem'

interface FieldsProps {
  fields: CredentialField[]
  value: Secrets
  onChange: (value: Secrets) => void
  /** A new account has none yet, so the required ones must be given. */
  isNew?: boolean
}

export function CredentialFields({ fields, value, onChange, isNew = false }: FieldsProps) {
  const inLanguage = useLanguageOf()
  return fields.map(field => {
    const { name, form, required, label, help } = field
    const common = {
      label: inLanguage(label),
      ...(help !== null && { description: inLanguage(help) }),
      required: isNew && required,
      value: value[name] ?? '',
      onChange: (event: { currentTarget: { value: string } }) => {
        const text = event.currentTarget.value
        onChange({ ...value, [name]: isPem(field) ? text : text.trim() })
      },
    }
    if (form === 'text') return <TextInput key={name} {...common} maxLength={500} autoComplete="off" />
    if (form === 'secret') return <PasswordInput key={name} {...common} maxLength={500} autoComplete="new-password" />
    return (
      <Textarea
        key={name}
        {...common}
        placeholder={`-----BEGIN ${name === 'privateKey' ? 'PRIVATE KEY' : 'CERTIFICATE'}-----`}
        rows={3}
        maxLength={50_000}
        autoComplete="off"
        spellCheck={false}
      />
    )
  })
}
