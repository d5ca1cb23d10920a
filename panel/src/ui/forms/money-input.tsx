// A field for an amount. Digits fill it from the right, as in Brazilian bank apps, so that no comma can be misread; pasted text
// keeps its digits. Its value is centavos, or null while it is empty: an empty field is not zero.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLanguage } from '../../words/use-language.ts'
import { moneyText } from '../values/money.tsx'

export interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: number | null
  onChange: (centavos: number | null) => void
  /** Elsewhere a zero is as good as nothing. */
  canBeZero?: boolean
}

/** Up to 999.999.999,99: far from where numbers get inexact. */
const MAX_DIGITS = 11

/** "0,00" without its last digit, or nothing left: erasing a zero means an empty field. */
const isErased = (digits: string, before: number | null): boolean =>
  digits === '' || (before === 0 && /^0{1,2}$/.test(digits))

export function MoneyInput({ value, onChange, canBeZero = false, ...rest }: MoneyInputProps) {
  const { locale } = useLanguage()
  const read = (text: string) => {
    const digits = text.replaceAll(/\D/g, '')
    const centavos = isErased(digits, value) ? null : Number(digits)
    if (digits.replace(/^0+/, '').length <= MAX_DIGITS) onChange(canBeZero ? centavos : centavos || null)
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
