// Amounts of money: centavos as the gateway sends them, written as the person's locale does. Never computed as fractions.
import { Text, type TextProps } from '@mantine/core'
import { useLanguage } from '../../words/use-language.ts'

/** "1234.56", exactly: the form that Intl reads without rounding. */
function reaisText(centavos: number): `${number}` {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}

export const moneyText = (centavos: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(reaisText(centavos))

export interface MoneyProps extends TextProps {
  /** null: nothing is known, or nothing applies. */
  centavos: number | null
  /** Debits are red and have their sign, credits a plus. */
  signed?: boolean
}

export function Money({ centavos, signed = false, ...text }: MoneyProps) {
  const { locale } = useLanguage()
  if (centavos === null)
    return (
      <Text component="span" c="dimmed" inherit {...text}>
        –
      </Text>
    )
  const plus = signed && centavos > 0 ? '+' : ''
  const colour = signed && centavos < 0 ? { c: 'var(--mantine-color-error)' } : {}
  return (
    <Text component="span" className="figures" inherit {...colour} {...text}>
      {plus}
      {moneyText(centavos, locale)}
    </Text>
  )
}
