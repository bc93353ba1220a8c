/**
 * Builds the page of the reference into `dist/`, beside the consoles. On its own: in one build with them it would share a chunk with React, which it does not use
 * (docs/decisions/0097-the-reference-is-a-page-of-our-own.md).
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('../../../web'),
  base: '/',
  build: {
    outDir: here('../../../dist'),
    emptyOutDir: false,
    copyPublicDir: false,
    sourcemap: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: here('../../../web/reference/index.html') },
  },
})
