// The check digits of boletos: modulo 10 for the fields of a line, modulo 11 for a bar code. They catch every single wrong digit where the
// modulus can; modulo 11 cannot wherever several remainders share a digit.

/** From the right with the weights 2, 1, 2, 1, ...; of a product of two digits the digits are added. */
export function modulo10(digits: string): string {
  const sum = fromTheRight(digits).reduce((total, digit, at) => {
    const product = at % 2 === 0 ? digit * 2 : digit
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Of a bank boleto's bar code: never 0, so that a missing digit cannot pass for one. */
export function modulo11(digits: string): string {
  const rest = 11 - remainder11(digits)
  return String(rest === 0 || rest === 10 || rest === 11 ? 1 : rest)
}

/** Of a bill of a utility or a tax. */
export function billModulo11(digits: string): string {
  const rest = 11 - remainder11(digits)
  return String(rest > 9 ? 0 : rest)
}

const WEIGHTS = 8

/** From the right with the weights 2 to 9, over and over. */
const remainder11 = (digits: string): number =>
  fromTheRight(digits).reduce((total, digit, at) => total + digit * (2 + (at % WEIGHTS)), 0) % 11

const fromTheRight = (digits: string): number[] => [...digits].reverse().map(Number)
