// Rates in hundredths of a per cent, as the person's locale writes them, and a field for one: digits fill it from the right.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLanguage } from '../../words/use-language.ts'

export function rateText(basisPoints: number, locale: string): string {
  const digits = String(basisPoints).padStart(3, '0')
  const exact = `${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(exact)}%`
}

export function Rate({ basisPoints }: { basisPoints: number }) {
  const { locale } = useLanguage()
  return <span className="figures">{rateText(basisPoints, locale)}</span>
}

interface RateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  value: number
  onChange: (basisPoints: number) => void
}

const WHOLE = 10_000

export function RateInput({ value, onChange, ...rest }: RateInputProps) {
  const { locale } = useLanguage()
  const read = (text: string) => {
    const basisPoints = Number(text.replaceAll(/\D/g, ''))
    if (basisPoints <= WHOLE) onChange(basisPoints)
  }
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'figures' }}
      rightSection="%"
      {...rest}
      value={rateText(value, locale).slice(0, -1)}
      onChange={event => read(event.currentTarget.value)}
    />
  )
}
