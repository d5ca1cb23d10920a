// An amount as a field of a form: its value in centavos, and what is wrong with it.
import type { GetInputPropsReturnType } from '@mantine/form'
import { MoneyInput, type MoneyInputProps } from './money-input.tsx'

interface MoneyFieldProps<Field extends string> extends Omit<MoneyInputProps, 'form' | 'value' | 'onChange'> {
  /** One in the mode "controlled". */
  form: { key(field: Field): string; getInputProps(field: Field): GetInputPropsReturnType }
  field: Field
}

export function MoneyField<Field extends string>({ form, field, ...rest }: MoneyFieldProps<Field>) {
  const { value, onChange, ...props } = form.getInputProps(field)
  return <MoneyInput {...rest} {...props} key={form.key(field)} value={value ?? null} onChange={onChange} />
}
