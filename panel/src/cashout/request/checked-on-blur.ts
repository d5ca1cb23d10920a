// Validates a field when the person leaves it, and neither while they type nor before they have typed anything: the error
// stands beside the field and disappears with the next change.
import type { UseFormReturnType } from '@mantine/form'

export function checkedOnBlur<Values extends object>(
  form: UseFormReturnType<Values>,
  field: Extract<keyof Values, string>,
) {
  const props = form.getInputProps(field)
  return {
    ...props,
    onBlur: (event: unknown) => {
      props.onBlur?.(event)
      const value: unknown = form.getValues()[field]
      if (value !== null && String(value).trim() !== '') form.validateField(field)
    },
  }
}
