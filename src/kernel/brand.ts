// What the house calls itself where it has given no name: a word that may stand in a header's name, and that no page shows.
export const UNNAMED_BRAND = 'Service'
