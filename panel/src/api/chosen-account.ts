// The account that a person of several accounts works in, in this tab. Nothing chosen: the gateway takes their first.
const KEPT = 'porteira-account'

export const chosenAccount = (): string | null => sessionStorage.getItem(KEPT)

export function chooseAccount(id: number | null): void {
  if (id === null) sessionStorage.removeItem(KEPT)
  else sessionStorage.setItem(KEPT, String(id))
}
