// Who is to pay a charge, and for what.
import type { GetInputPropsReturnType } from '@mantine/form'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useWords } from '../../../words/words.ts'
import { chargeWords } from '../charge-words.ts'

const MAX_NAME = 200
const MAX_DESCRIPTION = 140

interface FieldProps<Field extends string> {
  form: { key(field: Field): string; getInputProps(field: Field): GetInputPropsReturnType }
}

export function NameField({ form }: FieldProps<'customerName'>) {
  const t = useWords(chargeWords)
  return (
    <TextField form={form} field="customerName" label={t('name')} description={t('nameHelp')} maxLength={MAX_NAME} />
  )
}

/** A title of a link is shorter than other descriptions. */
export function TextOfCharge({
  form,
  maxLength = MAX_DESCRIPTION,
}: FieldProps<'description'> & { maxLength?: number }) {
  const t = useWords(chargeWords)
  return (
    <TextField form={form} field="description" label={t('text')} description={t('textHelp')} maxLength={maxLength} />
  )
}
