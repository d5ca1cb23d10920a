// The brands of cards by name, as the outside knows them. One that is not among them is not known.
export const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'elo', 'hipercard'] as const
export type CardBrand = (typeof CARD_BRANDS)[number]
