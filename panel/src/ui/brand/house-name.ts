// What the house that runs this calls itself, as the gateway has written it into the page. One that has no name of its own is
// called after what it runs.
const given = document.querySelector<HTMLMetaElement>('meta[name="house"]')?.content ?? ''

export const HOUSE_NAME = given === '' || given.startsWith('__') ? 'Porteira' : given
