// The name of a gateway whose operator has given none: a word that may stand in a header's name, and that no page shows.
export const UNNAMED_BRAND = 'Service'

/** What people are shown. */
export const shownBrand = (brand: string): string => (brand === UNNAMED_BRAND ? 'Porteira' : brand)
