// A text field of a form: its label, its description, and its maximum length.
import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

interface TextFieldProps<Field extends string> {
  form: { key(field: Field): string; getInputProps(field: Field): GetInputPropsReturnType }
  field: Field
  label: string
  description: string
  maxLength: number
}

export function TextField<Field extends string>({ form, field, ...rest }: TextFieldProps<Field>) {
  return <TextInput {...rest} autoComplete="off" size="md" key={form.key(field)} {...form.getInputProps(field)} />
}
