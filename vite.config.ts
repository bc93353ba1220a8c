/**
 * Builds the consoles into `dist/`: the account holder's at `/`, the staff's at `/operator` as soon as it is there.
 * `npm run dev`-style work proxies `/api` and `/file` to the server on PORT.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import locales from '@react-aria/optimize-locales-plugin'
import { defineConfig, type PluginOption } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`
/** The account holders' console, the staff's, and the page of all widgets, which is served in the simulated world only. */
const consoles = ['web/index.html', 'web/operator/index.html', 'web/gallery/index.html'].map(here)

export default defineConfig({
  root: here('web'),
  base: '/',
  // Of the texts of React Aria's widgets, only our languages.
  plugins: [{ ...locales.vite({ locales: ['zh-CN', 'en-US'] }), enforce: 'pre' } as PluginOption, react()],
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
      // Few files: many small ones compress worse and cost a request each. What every page needs is one, a console's frame
      // another. What several pages share stays in small files, so that no page loads much that it does not use.
      output: {
        codeSplitting: {
          groups: [
            { name: 'refusals', priority: 6, test: /\/contract\/core\/refusalTable\.ts$/ },
            { name: 'base', priority: 5, test: /\/node_modules\/(react|react-dom|scheduler|react-router|zod)\/|^\0/ },
            // Both consoles load these, so no file that starts one of them may be here.
            {
              name: 'start',
              priority: 4,
              test: /\/web\/(text\.ts|account\/identity\/signIn\/(invite\.ts|\w+\.module\.css)|ui\/(tokens|base)\.css|ui\/(forms\/(Input|Field|Button|Segmented)|layout|onDemand\/use\w+|dialogs\/Toasts|Mark|CardFace|Icon|Empty)\.tsx|parts\/(client\/(client|session|whoAmI)|forms\/(useForm|CallForm|fields)|Preferences|lazyPage)\.)|\/contract\/(core\/(permissions|checks|money|call|fields|images)|identity\/identity|roles\/roles)\.ts/,
            },
            {
              name: 'queries',
              priority: 3,
              test: /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/web\/parts\/client\/queries\.ts/,
            },
            { name: 'account', priority: 1, test: /\/web\/account\/router\.tsx/ },
          ],
        },
      },
      // The contract is made of calls to these; naming them pure leaves out every row that a page does not use.
      treeshake: {
        // To load a part of the contract does nothing: a table of which a page reads nothing stays out of it.
        moduleSideEffects: [{ test: /\/contract\/[\w/]+\.ts$/, sideEffects: false }],
        manualPureFunctions:
          'z call text whole pattern preprocess withDefault cents id listOf pageOf oneOf keysOf fileAnswer'.split(' '),
      },
    },
  },
})
