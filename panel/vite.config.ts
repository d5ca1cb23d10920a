// How the panel is built: hashed files that may be kept for ever, and one page whose nonce the gateway fills in per request.
// `npm run panel:dev` serves it from its sources in front of a gateway that runs at its usual place.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Stands in the built page wherever the nonce of a request belongs; src/http/panel/files.ts knows it too. */
const NONCE = '__PORTEIRA_NONCE__'
const GATEWAY = 'http://localhost:3000'

/** The operator's screens: nobody else loads what only they share. */
const OPERATOR = /\/src\/(api\/)?operator\//
const notOfOperator = (id: string) => !OPERATOR.test(id)

/** What screens of recurring PIX share among themselves; the first page shares the rest with them. */
const RECURRENCE =
  /\/src\/(recurrence\/(act|around|change|earliest|form|one|refusal)|api\/recurrence\/(calendar|debits))/

/** What signing in is made of, as far as the screens behind it are too. */
const BASICS = [
  /\/@mantine\/core\/esm\/components\/(TextInput|PasswordInput|NativeSelect)\//,
  /\/use-mantine-color-scheme\//,
  /\/Icon(Fingerprint|Language|SunMoon)\./,
  /\/src\/(ui\/(layout\/page-header|navigation\/links)|shell\/(brand|words)|words\/use-language)\./,
]

/**
 * What everybody loads first is one file; the basics are another, so that signing in loads nothing of what is behind it. Then come
 * the frame of the signed-in, what nearly every screen shares, and what many do: each file costs a turn of the line and its own
 * headers, and what is compressed alone is larger. But nobody should load much for other screens. A group takes what its modules
 * need with it, unless one of a higher priority has.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'forms', test: /\/@mantine\/form\// },
  { name: 'basics', test: (id: string) => BASICS.some(one => one.test(id)) },
  { name: 'access', test: /\/src\/access\/(words|fields|use-access-form)\./ },
  { name: 'frame', test: /\/src\/shell\/shell\./ },
  { name: 'shared', test: notOfOperator, minShareCount: 38 },
  { name: 'lists', test: notOfOperator, minShareCount: 20 },
  { name: 'standing', test: /\/src\/(account\/standing|support)\/(standing|stopped|here)/ },
  {
    name: 'filters',
    test: /\/src\/(ui\/(filters\/(list-filters|period)|tables\/list-totals|values\/download-button)|api\/money\/totals)/,
  },
  { name: 'pix-keys', test: /\/src\/(kernel\/pix\/(pix-key|document)|ui\/values\/(use-)?pix-key)/ },
  { name: 'recurrence', test: RECURRENCE, minShareCount: 2 },
  { name: 'operator', test: OPERATOR, minShareCount: 12 },
  { name: 'icons', test: /@tabler/, minShareCount: 2 },
].map((group, n, { length }) => ({ ...group, priority: length - n }))

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  html: { cspNonce: NONCE },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Browsers since the spring of 2024: they know light-dark(), which would be taken apart for older ones.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // An image inlined into a style would be one more source for the content security policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: {
    // Whoever changes something has to come from a page of the gateway.
    proxy: { '/api': { target: GATEWAY, changeOrigin: true, headers: { origin: GATEWAY } }, '/docs': GATEWAY },
  },
})
