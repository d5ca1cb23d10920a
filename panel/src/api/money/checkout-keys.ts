// The keys of what the hosted checkout has sold, apart from their queries: the stream of changes is on every page, these are not.
export const linksKey = ['payment-links'] as const
export const sessionsKey = ['checkout-sessions'] as const
export const cartsKey = ['carts'] as const
