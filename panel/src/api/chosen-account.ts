// The account that a person of several accounts works in, in this tab, and the one that an operator looks at here for support.
// Nothing chosen: the gateway takes their first.
const KEPT = 'porteira-account'
const LOOKED_AT = 'porteira-support'

export const chosenAccount = (): string | null => sessionStorage.getItem(KEPT)

export function chooseAccount(id: number | null): void {
  if (id === null) sessionStorage.removeItem(KEPT)
  else sessionStorage.setItem(KEPT, String(id))
}

/** The account whose support view this tab shows, until the view is left. */
export const lookedAt = (): number | null => Number(sessionStorage.getItem(LOOKED_AT)) || null

export function lookAt(id: number | null): void {
  if (id === null) sessionStorage.removeItem(LOOKED_AT)
  else sessionStorage.setItem(LOOKED_AT, String(id))
}
