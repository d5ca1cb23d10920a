// The nonce of this page, which the gateway has written into it. The libraries that lock the scrolling behind a dialog look for
// it under the second name.
export const pageNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

Object.assign(globalThis, { __webpack_nonce__: pageNonce })
