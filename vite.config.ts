/**
 * Builds the consoles into `dist/`: the account holder's at `/`, the staff's at `/operator` as soon as it is there.
 * `npm run dev`-style work proxies `/api` and `/file` to the server on PORT.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`
const consoles = ['web/index.html', 'web/operator/index.html'].map(here).filter((page) => existsSync(page))

export default defineConfig({
  root: here('web'),
  base: '/',
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/api': server, '/file': server } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    target: 'es2023',
    // Small pictures as files too: `data:` in style sheets would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: consoles },
  },
})
