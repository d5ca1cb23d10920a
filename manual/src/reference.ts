// The reference: the document of this gateway, with the reader's own test keys in its samples, drawn by the library. Nothing is asked of any
// other host: no fonts, no proxy, no telemetry.
import { findReader, forgetPair, type Keys, makePair, openTestAccount, type Reader, type Standing } from './keys.ts'
import { applyScheme, currentScheme, offerScheme } from './scheme.ts'
import { offerSearch } from './search.ts'

interface Library {
  createApiReference(place: string, configuration: object): { updateConfiguration(configuration: object): void }
}

declare global {
  interface Window {
    Scalar: Library
  }
}

const PLACEHOLDERS = { publicKey: 'YOUR_PUBLIC_KEY', privateKey: 'YOUR_PRIVATE_KEY' }

applyScheme()
offerSearch()
void draw()

async function draw(): Promise<void> {
  const { document: address = '', keys: takesKeys } = document.body.dataset
  const [text, reader] = await Promise.all([
    fetch(address).then(answer => answer.text()),
    takesKeys === 'true' ? findReader() : null,
  ])
  if (reader !== null) offerKeys(reader)
  const configuration = configurationOf(withKeys(text, reader?.keys ?? null), reader)
  const drawn = window.Scalar.createApiReference('#reference', { ...configuration, ...schemeNow() })
  offerScheme(() => drawn.updateConfiguration({ ...configuration, ...schemeNow() }))
}

const schemeNow = () => ({ forceDarkModeState: currentScheme() })

/** A key is letters, digits and underscores: it needs no escape where the placeholder stood. */
function withKeys(text: string, keys: Keys | null): string {
  const { publicKey = null, privateKey = null } = keys ?? {}
  const known = text.replaceAll(PLACEHOLDERS.publicKey, publicKey ?? PLACEHOLDERS.publicKey)
  return known.replaceAll(PLACEHOLDERS.privateKey, privateKey ?? PLACEHOLDERS.privateKey)
}

function configurationOf(text: string, reader: Reader | null): object {
  const content = JSON.parse(text) as { servers: { url: string }[] }
  const mayTry = reader?.standing === 'made'
  return {
    // The same address as this page, whatever name the gateway has been opened by.
    content: { ...content, servers: [{ url: location.origin }] },
    theme: 'none',
    customCss: STYLE,
    layout: 'modern',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true, hideAddApi: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideDarkModeToggle: true,
    hideClientButton: true,
    hideTestRequestButton: !mayTry,
    documentDownloadType: 'none',
    hiddenClients: true,
    hideModels: false,
    persistAuth: false,
    defaultOpenAllTags: false,
    operationTitleSource: 'summary',
    ...(mayTry && { authentication: authenticationOf(reader.keys) }),
  }
}

const authenticationOf = (keys: Keys | null) => ({
  preferredSecurityScheme: [['publicKey', 'privateKey']],
  securitySchemes: {
    publicKey: { value: keys?.publicKey ?? '' },
    privateKey: { value: keys?.privateKey ?? '' },
  },
})

function offerKeys({ standing, accountId }: Reader): void {
  showStanding(standing)
  const buttonFor = (does: string) => document.querySelector<HTMLButtonElement>(`.keys [data-does=${does}]`)
  buttonFor('forget')?.addEventListener('click', () => {
    forgetPair()
    location.reload()
  })
  const make = buttonFor('make')
  make?.addEventListener('click', async () => {
    make.disabled = true
    const isMade = await makeFor(standing, accountId).catch(() => false)
    if (isMade) return location.reload()
    make.disabled = false
    showStanding('failed')
  })
}

/** Where there is no test account yet, it is opened first. */
async function makeFor(standing: Standing, accountId: number | null): Promise<boolean> {
  const tested = standing === 'no-test' && accountId !== null ? await openTestAccount(accountId) : accountId
  return tested !== null && makePair(tested, new Date())
}

function showStanding(standing: Standing | 'failed'): void {
  for (const part of document.querySelectorAll<HTMLElement>('.keys [data-when]'))
    part.style.display = part.dataset.when?.split(' ').includes(standing) ? 'block' : 'none'
}

const STYLE = `
:root{--scalar-custom-header-height:3.75rem}
.light-mode{--scalar-background-1:#fff;--scalar-background-2:#faf9f6;--scalar-background-3:#f0eee8;--scalar-color-1:#1d241f;--scalar-color-2:#4d544f;--scalar-color-3:#5f5d55;--scalar-color-accent:#186343;--scalar-border-color:#e8e5de;--scalar-background-accent:#e2efe7;--scalar-color-green:#12694a;--scalar-color-red:#b3261e;--scalar-color-yellow:#8a5a00;--scalar-color-blue:#0b5cad;--scalar-color-orange:#9a4b00;--scalar-color-purple:#6a3fb5}
.dark-mode{--scalar-background-1:#131a16;--scalar-background-2:#19211d;--scalar-background-3:#232d28;--scalar-color-1:#e6ebe8;--scalar-color-2:#c0cac4;--scalar-color-3:#a3b0a8;--scalar-color-accent:#80c7a3;--scalar-border-color:#2f3b35;--scalar-background-accent:#20362b;--scalar-color-green:#7fd1a6;--scalar-color-red:#ff9a91;--scalar-color-yellow:#f0c866;--scalar-color-blue:#8cbcf5;--scalar-color-orange:#f5b07a;--scalar-color-purple:#c3a6f5}
.light-mode .t-doc__sidebar,.dark-mode .t-doc__sidebar{--scalar-sidebar-background-1:var(--scalar-background-2);--scalar-sidebar-color-1:var(--scalar-color-1);--scalar-sidebar-color-2:var(--scalar-color-2);--scalar-sidebar-border-color:var(--scalar-border-color);--scalar-sidebar-color-active:var(--scalar-color-accent);--scalar-sidebar-item-active-background:var(--scalar-background-accent);--scalar-sidebar-item-hover-background:var(--scalar-background-3);--scalar-sidebar-search-background:var(--scalar-background-1);--scalar-sidebar-search-border-color:var(--scalar-border-color);--scalar-sidebar-search-color:var(--scalar-color-3)}
`
