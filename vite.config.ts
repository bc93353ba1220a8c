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
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: consoles,
      // Few files: many small ones compress worse and cost a request each. What every page needs is one, a console's frame
      // another. What several pages share stays in small files, so that no page loads much that it does not use.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'base',
              priority: 9,
              test: /\/node_modules\/(react|react-dom|scheduler|react-router|zod)\/|^\0/,
              includeDependenciesRecursively: true,
            },
            // Both consoles load these, so no file that starts one of them may be here.
            {
              name: 'start',
              priority: 8,
              test: /\/web\/(text\.ts|phrases|account\/(barePaths|entrance|layout\/PageFailed|identity\/signIn\/invite)|ui\/(forms\/(Input|Field|Button|Segmented)|layout|onDemand\/use\w+|dialogs\/(Toasts|toast)|Mark|CardFace|Icon|Empty)\.|parts\/(theme|client\/(client|session|send|refused|browserId|grant|idle|serverClock)|forms\/(useForm|CallForm|fields)|Preferences|lazyPage)\.)|\/contract\/(core\/(checks|money|call|fields|images|refusals)|identity\/identity)\.ts/,
            },
            { name: 'sign-in', priority: 8, test: /\/account\/identity\/signIn\/(Entrance|enter|text\.ts)/ },
            {
              name: 'frame',
              priority: 7,
              test: /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/web\/(parts\/(client\/(queries|useSession|whoAmI|useMay)|ColdStart|PageFrame|LoadFailed|dates)|ui\/(Skeleton|Money|tags\/\w+|dialogs\/(Layer|Menu|Panel)|forms\/CopyButton|charts\/useWidth))\.|\/contract\/(core\/permissions|roles\/roles|identity\/userInfo|plans\/plans)\.ts/,
            },
            {
              name: 'account',
              priority: 6,
              test: /\/web\/(account\/(\w+|layout\/(Header|Sidebar|text)|notices\/(Notices|openNews|text|contact\/openContact)|views\/lazyViews|identity\/signIn\/signOut)|parts\/client\/startUp)\.tsx?$|\/contract\/notices\/(notices|acceptance|consoleState)\.ts/,
              minShareCount: 2,
            },
            { name: 'lists', priority: 5, test: /\/node_modules\/@tanstack\/|\/web\/parts\/lists\//, minShareCount: 8 },
            {
              name: 'trades',
              priority: 4,
              test: /\/contract\/(trades|ledger)\/\w+\.ts$|\/web\/account\/trades\/\w+\.tsx?$/,
              minShareCount: 6,
            },
            {
              name: 'cards',
              priority: 3,
              test: /\/web\/account\/cards\/(\w+|tags\/labels|list\/\w+)\.tsx?$|\/contract\/cards\/\w+\.ts$/,
              minShareCount: 2,
            },
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
