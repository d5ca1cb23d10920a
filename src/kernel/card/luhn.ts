// Card numbers: 13 to 19 digits of which the last checks the others (Luhn). They never belong in the gateway; this is how one is told that came
// all the same, and how the sandbox bank checks those that a buyer types.
const CARD_NUMBER = /^\d{13,19}$/

export function isCardNumber(digits: string): boolean {
  return CARD_NUMBER.test(digits) && luhnSum(digits) % 10 === 0
}

/** Every second digit from the right counts twice, by the sum of its two digits. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
