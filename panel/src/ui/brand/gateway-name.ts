// The operator's name for this installation, as the gateway has written it into the page. Without one it is the name of the
// program.
const given = document.querySelector<HTMLMetaElement>('meta[name="house"]')?.content ?? ''

export const GATEWAY_NAME = given === '' || given.startsWith('__') ? 'Porteira' : given
