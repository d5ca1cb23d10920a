// The names of the cookies of people who are signed in. In production a browser binds them to this very host.

export const cookiePrefixOf = (production: boolean): string => (production ? '__Host-porteira' : 'porteira')

/** As better-auth names it behind the prefix. */
export const sessionCookieOf = ({ production }: { production: boolean }): string =>
  `${cookiePrefixOf(production)}.session_token`
