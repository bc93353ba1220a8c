/**
 * Builds the consoles into `dist/`: the account holder's at `/`, the staff's at `/operator` as soon as it is there.
 * `npm run dev`-style work proxies `/api` and `/file` to the server on PORT.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import locales from '@react-aria/optimize-locales-plugin'
import { defineConfig, type PluginOption } from 'vite'
import { chunks } from './bin/web/chunks.ts'
import { withoutCircles } from './bin/web/circles.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`
/** The account holders' console, the staff's, and the page of all widgets, which is served in the simulated world only. */
const consoles = ['web/index.html', 'web/operator/index.html', 'web/gallery/index.html'].map(here)

export default defineConfig({
  root: here('web'),
  base: '/',
  // Of the texts of React Aria's widgets, only our languages.
  plugins: [
    { ...locales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' } as PluginOption,
    react(),
    withoutCircles,
  ],
  server: { host: '127.0.0.1', proxy: { '/api': server, '/file': server } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    target: 'es2023',
    // Small pictures as files too: `data:` in style sheets would need a wider content security policy.
    assetsInlineLimit: 0,
    // The document names its own files. Lists of what each page loads next would weigh more than they win, with a hundred pages.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    // Layers make the order of styles irrelevant, so all of them are one file: 20 kB, compressed.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: consoles,
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [...chunks] } },
      // The contract is made of calls to these; naming them pure leaves out every row that a page does not use.
      treeshake: {
        // To load a part of the contract does nothing: a table of which a page reads nothing stays out of it.
        moduleSideEffects: [{ test: /\/contract\/[\w/]+\.ts$/, sideEffects: false }],
        manualPureFunctions:
          'z call text whole pattern preprocess withDefault measured cents id listOf pageOf oneOf keysOf fileAnswer'.split(
            ' ',
          ),
      },
    },
  },
})
