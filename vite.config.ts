/**
 * Builds the consoles into `dist/`: the account holder's at `/`, the staff's at `/operator` as soon as it is there.
 * `npm run dev`-style work proxies `/api` and `/file` to the server on PORT.
 */
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`
/** The account holders' console, the staff's, and the page of all widgets, which is served in the simulated world only. */
const consoles = ['web/index.html', 'web/operator/index.html', 'web/gallery/index.html'].map(here)

/**
 * The browser checks with zod but describes nothing with it, and says what is wrong in its own words: the generator of
 * JSON schemas and zod's English stay at the server (8 kB gzip of the sign-in page).
 */
const leaveOutOfZod: Plugin = {
  name: 'kaika:lean-zod',
  apply: 'build',
  transform(code, id) {
    if (id.endsWith('zod/v4/locales/en.js')) return "export default () => ({ localeError: () => 'invalid' })"
    if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return names.map((name) => `export const ${name} = () => () => undefined`).join('\n')
  },
}

/**
 * Our tables have a filter panel and a pager of their own, so what antd's table brings for both (a tree, a menu, a
 * select; 40 kB gzip of every list page) stays away.
 */
const leaveOutOfAntd: Plugin = {
  name: 'kaika:lean-antd',
  apply: 'build',
  transform(_, id) {
    if (id.endsWith('antd/es/table/hooks/useFilter/FilterDropdown.js'))
      return 'export const flattenKeys = () => []\nexport default () => null'
    return id.endsWith('antd/es/pagination/index.js') ? 'export default () => null' : null
  },
}

/** The words of two languages instead of thirty: 26 kB gzip less. */
const languages = { ...optimizeLocales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' } as Plugin

export default defineConfig({
  root: here('web'),
  base: '/',
  plugins: [react(), languages, leaveOutOfZod, leaveOutOfAntd],
  server: { host: '127.0.0.1', proxy: { '/api': server, '/file': server } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    target: 'es2023',
    // Small pictures as files too: `data:` in style sheets would need a wider content security policy.
    assetsInlineLimit: 0,
    // Not even the lists of what each page loads next: with a hundred pages they weigh more than they win.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: consoles,
      // What every page needs is one file: many small ones compress worse.
      output: {
        codeSplitting: { groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router)\// }] },
      },
      // The contract is made of calls to these; naming them pure leaves out every row that a page does not use.
      treeshake: {
        // To load a part of the contract does nothing: a table of which a page reads nothing stays out of it.
        moduleSideEffects: [{ test: /\/contract\/[\w/]+\.ts$/, sideEffects: false }],
        manualPureFunctions: [
          'z',
          'call',
          'text',
          'whole',
          'cents',
          'id',
          'listOf',
          'pageOf',
          'oneOf',
          'keysOf',
          'fileAnswer',
        ],
      },
    },
  },
})
