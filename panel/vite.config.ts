// How the panel is built: hashed files that may be kept for ever, and one page whose nonce the gateway fills in per request.
// `npm run panel:dev` serves it from its sources in front of a gateway that runs at its usual place.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Stands in the built page wherever the nonce of a request belongs; src/http/panel-files.ts knows it too. */
const NONCE = '__PORTEIRA_NONCE__'
const GATEWAY = 'http://localhost:3000'

/**
 * What everybody loads first is one file. What nearly every screen shares is another, and so is what many do: each file costs a
 * turn of the line and its own headers, and what is compressed alone is larger. But nobody should load much for other screens.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  { name: 'shared', minShareCount: 35, priority: 3 },
  { name: 'lists', minShareCount: 10, priority: 2 },
  { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 1 },
]

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
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    // Whoever changes something has to come from a page of the gateway.
    proxy: { '/api': { target: GATEWAY, changeOrigin: true, headers: { origin: GATEWAY } }, '/docs': GATEWAY },
  },
})
