// Who owes, and how to reach them: the fields of a new recurrence and of a change of one.
import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { useWords } from '../../words/words.ts'
import { formWords } from './form-words.ts'

const FIELDS = {
  name: { withAsterisk: true, maxLength: 140 },
  document: { withAsterisk: true, maxLength: 18 },
  email: { type: 'email', maxLength: 254 },
  phone: { type: 'tel', maxLength: 30 },
} as const satisfies Record<string, TextInputProps>
export type CustomerField = keyof typeof FIELDS

interface CustomerFieldsProps {
  fields: readonly CustomerField[]
  inputOf: (field: CustomerField) => TextInputProps
}

export function CustomerFields({ fields, inputOf }: CustomerFieldsProps) {
  const t = useWords(formWords)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
      {fields.map(field => (
        <TextInput
          key={field}
          label={t(`customer.${field}`)}
          autoComplete="off"
          {...FIELDS[field]}
          {...inputOf(field)}
        />
      ))}
    </SimpleGrid>
  )
}
