// A line of text in a form: what it is called, what it is good for, and how long it may be.
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
