// A field that is judged when the person leaves it, and not while they write nor before they have written anything: the error
// stands beside the field and goes as soon as it is changed.
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
