// The name of the house that issues papers.
export const HOUSE_NAME = 'Porteira'
