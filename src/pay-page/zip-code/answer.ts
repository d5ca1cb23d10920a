// What services of postal codes answer: the words of ViaCEP and of those that copy it, and the English words of BrasilAPI. Whatever else
// stands there, and whatever could not stand in the form, is left out.
import type { DeliveryAddress } from '#cart/cart.ts'
import { isState } from '#kernel/address/states.ts'

export type ZipCodeAddress = Pick<DeliveryAddress, 'street' | 'district' | 'city' | 'state'>

const NAMES: Record<keyof ZipCodeAddress, readonly string[]> = {
  street: ['logradouro', 'street'],
  district: ['bairro', 'neighborhood'],
  city: ['localidade', 'cidade', 'city'],
  state: ['uf', 'estado', 'state'],
}
/** As many as the narrowest of the fields takes. */
const MAX_CHARACTERS = 100
const CONTROL = /\p{Cc}/u

/** null: the service says that there is no such code. A code of a whole town has neither street nor district. */
export function addressIn(answer: unknown): ZipCodeAddress | null {
  if (typeof answer !== 'object' || answer === null) return null
  const textOf = (field: keyof ZipCodeAddress): string => {
    const texts = NAMES[field].map(name => (answer as Record<string, unknown>)[name])
    const text = texts.find(one => typeof one === 'string')?.trim() ?? ''
    return text.length > MAX_CHARACTERS || CONTROL.test(text) ? '' : text
  }
  const address = {
    street: textOf('street'),
    district: textOf('district'),
    city: textOf('city'),
    state: textOf('state').toUpperCase(),
  }
  return address.city !== '' && isState(address.state) ? address : null
}
