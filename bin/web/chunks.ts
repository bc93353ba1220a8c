/**
 * Which files the pages share, gathered by who uses them: many small files compress worse and cost a request each, and one large file loads what a page does not
 * use. `minShareCount`: a file that fewer chunks use stays with them.
 */
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Matches the named files of folders, without their endings and with their style sheets; `*` is every file of a folder. */
function files(folders: Record<string, string>): (id: string) => boolean {
  const named = new Set(
    Object.entries(folders).flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}`)),
  )
  return (id) => {
    const { dir, name } = path.posix.parse(path.relative(root, id))
    return named.has(`${dir}/${name.replace(/\.module$/, '')}`) || named.has(`${dir}/*`)
  }
}

export const chunks = [
  // Every chunk imports this one, so its styles, which name the order of the layers, come first.
  {
    name: 'base',
    priority: 9,
    test: /\/node_modules\/(react|react-dom|scheduler|react-router|zod)\/|\/web\/ui\/(tokens|base)\.css|^\0/,
    includeDependenciesRecursively: true,
  },
  // What the sign-in page needs at once. Both consoles load it, so no file that starts one of them may be here.
  {
    name: 'start',
    priority: 8,
    test: files({
      web: 'text phrases',
      'web/account': 'barePaths entrance',
      'web/account/layout': 'PageFailed',
      'web/account/identity/signIn': 'invite',
      'web/ui': 'layout Mark CardFace Icon Empty',
      'web/ui/forms': 'Input Field Button Segmented',
      'web/ui/onDemand': 'useLoaded useTooltip',
      'web/ui/dialogs': 'Toasts toast',
      'web/parts': 'theme Preferences lazyPage',
      'web/parts/client': 'client session send early refused browserId grant idle serverClock',
      'web/parts/forms': 'useForm CallForm fields',
      'contract/core': 'checks money call fields images refusals',
      'contract/identity': 'identity',
    }),
  },
  { name: 'sign-in', priority: 8, test: files({ 'web/account/identity/signIn': 'Entrance enter text' }) },
  // Around every page behind the sign-in.
  {
    name: 'frame',
    priority: 7,
    test: (id: string) => /\/node_modules\/@tanstack\/(react-query|query-core)\//.test(id) || ofFrame(id),
  },
  {
    name: 'account',
    priority: 6,
    test: files({
      'web/account': '*',
      'web/account/layout': 'Header Shell Extras OpenCodes rateHidden text',
      'web/account/layout/menu': 'Sidebar menuParts menuState text',
      'web/account/threeD': 'useOpenCodes codeState',
      'contract/threeD': 'threeD',
      'web/account/notices': 'Notices MustRead Agreements lazyConfirmText openNews text',
      'web/account/notices/contact': 'openContact',
      'web/account/views': 'Views text',
      'web/account/identity/signIn': 'signOut',
      'web/parts/client': 'startUp',
      'contract/notices': 'notices acceptance consoleState',
      'contract/views': 'views',
    }),
    minShareCount: 2,
  },
  // Around lists, trades and cards.
  {
    name: 'lists',
    priority: 5,
    test: (id: string) => /\/node_modules\/(@tanstack|use-sync-external-store)\//.test(id) || ofLists(id),
    minShareCount: 8,
  },
  // Where transactions are shown one by one, unlike on the overview.
  {
    name: 'tradeRows',
    priority: 5,
    test: files({
      'web/account/trades': 'stopped text abroad LadderPlace merchantKinds',
      'contract/trades': 'merchantKinds',
    }),
  },
  {
    name: 'trades',
    priority: 4,
    // Nothing that needs the file of the cards, which needs this one: a page would wait for itself.
    test: files({
      'contract/trades': 'declineLadder declines trades',
      'contract/controls': 'stoppedBy',
      'contract/ledger': '*',
      'web/account/trades': '*',
    }),
    minShareCount: 6,
  },
  {
    name: 'cards',
    priority: 3,
    test: files({
      'contract/cards': '*',
      'web/account/cards': '*',
      'web/account/cards/tags': 'labels',
      'web/account/cards/list': '*',
      'web/account/subaccounts/asks': 'LazyAsk',
      'web/parts': 'useSecondsLeft',
      'web/ui': 'Notes PriceLines',
      'contract/controls': 'controls documents lineChange overview templates',
      'contract/core': 'luhn',
      'contract/funding': 'funding',
      'contract/trades': 'cures rebinds recurring rehearsals suppositions wouldPass',
    }),
    minShareCount: 2,
  },
]

const ofLists = files({ 'web/parts/lists': '*', 'web/parts/lists/table': '*', 'web/ui/forms': 'Combobox DateRange' })

const ofFrame = files({
  'web/parts': 'ColdStart PageFrame LoadFailed dates moments opener',
  'web/parts/client': 'queries changes pace useSession whoAmI useMay',
  'web/ui': 'Skeleton Money',
  'web/ui/onDemand': 'Tip',
  'web/ui/tags': '*',
  'web/ui/dialogs': 'Layer Menu Panel',
  'web/ui/forms': 'CopyButton',
  'web/parts/palette': 'OpenPalette',
  'web/ui/charts': 'useWidth',
  'contract/core': 'permissions refusalTable',
  'contract/roles': 'roles',
  'contract/identity': 'userInfo',
  'contract/plans': 'plans',
  'contract/coupons': 'coupons',
})
