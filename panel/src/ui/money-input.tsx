// A field for an amount. Digits fill it from the right, as people know it from their bank's app, so that no comma can be
// misread; what is pasted keeps its digits. Its value is centavos, or null while it is empty.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLanguage } from '../words/use-language.ts'
import { moneyText } from './money.tsx'

export interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: number | null
  onChange: (centavos: number | null) => void
}

/** Up to 999.999.999,99: far from where numbers get inexact. */
const MOST_DIGITS = 11

export function MoneyInput({ value, onChange, ...rest }: MoneyInputProps) {
  const { locale } = useLanguage()
  const read = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
    if (digits.length <= MOST_DIGITS) onChange(digits === '' ? null : Number(digits))
  }
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      placeholder={moneyText(0, locale)}
      {...rest}
      value={value === null ? '' : moneyText(value, locale)}
      onChange={event => read(event.currentTarget.value)}
    />
  )
}
