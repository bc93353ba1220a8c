/** The order of the layers, defined once. A file may import from its own layer and from earlier ones. */
import path from 'node:path'

/** What every module builds on: server/core, and the parts of server/http that modules also use. */
const HTTP_BELOW = ['boundedServer', 'pour', 'rateLimit']
const MODULES = [
  'outside',
  'files',
  'ledger',
  'audit',
  'identity',
  'changes',
  'staff',
  'products',
  'roles',
  'views',
  'coupons',
  'plans',
  'funding',
  'programs',
  'subaccounts',
  'cards',
  'brands',
  'controls',
  'threeD',
  'trades',
  'disputes',
  'grades',
  'referrals',
  'notices',
  'exports',
  'accounts',
  'retention',
  'keys',
]
/** Folders of the contract without a server module: what every noun uses, and what staff see across nouns. */
const CONTRACT_ALONE = ['core']
/** Combines the option lists of all nouns, so it is in none of their folders. */
const CONTRACT_TOP = new Set(['contract/enums.ts'])
/** Staff actions on a noun are in its desk/. Staff see across nouns, so all desks, and the manifests that list them, are above all modules. */
const DESKS = 'server/*/desk'
const TOP = ['modules', 'simulatedClock', 'production']

const SERVER = [
  'contract',
  'server/core',
  ...HTTP_BELOW.map((name) => `server/http/${name}.ts`),
  ...MODULES.map((name) => `server/${name}`),
  DESKS,
  ...TOP.map((name) => `server/${name}.ts`),
  'server/http',
  'server/main.ts',
]
const WEB = [
  'contract',
  'web/phrases',
  'web/text',
  'web/ui',
  'web/parts',
  'web/gallery',
  'web/reference',
  'web/account',
  'web/operator',
]
/**
 * The folders of a console, each a noun of the contract, except its frame (`layout`), the first page (`overview`) and what all desk pages use (`parts`). A
 * folder imports from those before it; lazily loaded code (`import()`) may come from anywhere. Files beside the folders come before all of them, `main.tsx` and
 * the routers after.
 */
const CONSOLES: Record<string, readonly string[]> = {
  'web/account': [
    'identity',
    'notices',
    'views',
    'funding',
    'plans',
    'referrals',
    'roles',
    'subaccounts',
    'threeD',
    'trades',
    'disputes',
    'exports',
    'cards',
    'grades',
    'overview',
    'layout',
  ],
  'web/operator': [
    'parts',
    'ledger',
    'staff',
    'accounts',
    'audit',
    'identity',
    'notices',
    'products',
    'plans',
    'coupons',
    'brands',
    'roles',
    'cards',
    'funding',
    'programs',
    'referrals',
    'trades',
    'disputes',
    'layout',
  ],
}
/** Folders of a console that are not named after a noun. */
const FRAMES = new Set(['layout', 'overview', 'parts'])
const ORDERS = { server: SERVER, web: WEB }

/** The only thing a widget knows of the contract: how cents are written. */
const WIDGETS_MAY = new Set(['contract/core/money.ts'])
/** What the outside world shares with the server: the formats of requests, and the utilities of every process. */
const SIMULATORS_MAY =
  /^(contract\/|simulators\/|server\/outside\/|server\/core\/(clock|ids|settings\/(config|storedSecrets))\.ts$)/

/** Server folders without a public face: higher layers may import any of their files. */
const OPEN = new Set(['core', 'http', 'outside'])

const place = (file: string, order: string[]): string | undefined => {
  if (/^server\/[^/]+\/(desk\/|module\.ts$)/.test(file)) return DESKS
  const inOrder = [...order].sort((a, b) => b.length - a.length)
  return inOrder.find((name) => file === name || file.startsWith(`${name}/`) || file.startsWith(`${name}.`))
}
const moduleOf = (file: string): string | undefined => /^server\/([^/]+)\//.exec(file)?.[1]

/** Why this import is not allowed, with the fix; or nothing. */
export function objection(from: string, to: string): string | undefined {
  if (from.startsWith('contract/')) return contractObjection(from, to)
  if (from.startsWith('simulators/'))
    return SIMULATORS_MAY.test(to)
      ? undefined
      : 'simulators know the contract and server/outside only: speak HTTP instead'
  if (from.startsWith('web/')) return webObjection(from, to)
  if (from.startsWith('server/')) return serverObjection(from, to)
  return undefined
}

function contractObjection(from: string, to: string): string | undefined {
  if (!to.startsWith('contract/')) return 'the contract imports the schema library and nothing else'
  if (from.startsWith('contract/core/') && !to.startsWith('contract/core/'))
    return 'contract/core knows no noun: move what both need into core'
  return CONTRACT_TOP.has(to) ? 'contract/enums.ts imports all nouns and none imports it' : undefined
}

function webObjection(from: string, to: string): string | undefined {
  if (!/^(web|contract)\//.test(to))
    return 'the browser imports web and contract only: let the server answer a call instead'
  const [here, there] = [place(from, WEB), place(to, WEB)]
  if (here === 'web/ui' && there === 'contract' && !WIDGETS_MAY.has(to))
    return 'a widget knows no contract: take what it needs as a property, or move it to web/parts'
  if (here === 'web/operator' && there === 'web/account') return 'the two consoles share web/parts and web/ui only'
  if (here && there && WEB.indexOf(there) > WEB.indexOf(here))
    return `${here} comes before ${there}: take it as a property, or move it down`
  return undefined
}

const consoleOf = (file: string): string | undefined => /^web\/(?:account|operator)(?=\/)/.exec(file)?.[0]
const AFTER_ALL = /^(main|router|signedIn)\.tsx$/
/** The position of a file in the order of its console: before all folders, in one of them, or after all. */
function placeInConsole(file: string, console: string): number {
  const [folder = '', inside] = file.slice(console.length + 1).split('/')
  if (inside === undefined) return AFTER_ALL.test(folder) ? Infinity : -1
  return CONSOLES[console]!.indexOf(folder)
}

/** Why this import inside a console is not allowed; one by `import()` always is. */
export function consoleObjection(from: string, to: string): string | undefined {
  const console = consoleOf(from)
  if (console === undefined || console !== consoleOf(to)) return undefined
  return placeInConsole(to, console) > placeInConsole(from, console)
    ? `it comes later in ${console} (test/rules/layers.ts): hand it over, load it later, or move what both need down`
    : undefined
}

/** Why a console folder must not have this name; `nouns` are the folders of the contract. */
export function unnamed(file: string, nouns: ReadonlySet<string>): string | undefined {
  const console = consoleOf(file)
  const [folder, inside] = console ? file.slice(console.length + 1).split('/') : []
  if (!console || folder === undefined || inside === undefined) return undefined
  if (!nouns.has(folder) && !FRAMES.has(folder)) return `${console}/${folder} carries no noun of contract/`
  return CONSOLES[console]!.includes(folder)
    ? undefined
    : `write the place of ${console}/${folder} into test/rules/layers.ts`
}

/** Folders that may not import each other both ways: all of a console; files beside them do not count as a folder. */
export function folderInConsole(file: string): string | undefined {
  const console = consoleOf(file)
  const folder = path.posix.dirname(file)
  return folder === console ? undefined : console && folder
}

function serverObjection(from: string, to: string): string | undefined {
  if (to === 'db/tables.ts' || to === 'db/grants.ts') return undefined // the definition of the tables, and who may change them
  if (!/^(server|contract)\//.test(to)) return 'the server imports server and contract only'
  const [here, there] = [place(from, ORDERS.server)!, place(to, ORDERS.server)!]
  if (ORDERS.server.indexOf(there) > ORDERS.server.indexOf(here))
    return `${here} comes before ${there}: news goes up as a job (later), or the lower one offers a port that the higher one fills in`
  if (/^server\/(\w+\/)?module\.ts$/.test(to))
    return from === 'server/modules.ts' ? undefined : 'a manifest is for server/modules.ts alone: import what it lists'
  const inside = moduleOf(to)
  if (!inside || inside === moduleOf(from) || OPEN.has(inside)) return undefined
  const face = `server/${inside}/${inside}.ts`
  if (to === face) return undefined
  return `only the public face of a module is imported: let ${path.posix.basename(face)} export it`
}

/** The parts of a server module: its folders, its public face, its manifest, and the files beside these. */
const roomOf = (file: string): string | undefined => {
  const [, module, rest] = /^server\/([^/]+)\/(.+)$/.exec(file) ?? []
  if (!module || !rest || OPEN.has(module)) return undefined
  return rest === `${module}.ts` || rest === 'module.ts' ? rest : rest.includes('/') ? rest.split('/')[0] : 'beside'
}

/** The cycles between the parts of modules: each as the imports that close it. None means that the parts have an order. */
export function circlesInside(files: readonly { path: string; imports: readonly string[] }[]): string[] {
  const arrows = new Map<string, Map<string, string>>()
  for (const { path: from, imports } of files)
    for (const to of imports) {
      const [here, there, module] = [roomOf(from), roomOf(to), moduleOf(from)]
      if (!here || !there || here === there || module !== moduleOf(to)) continue
      const at = `server/${module} ${here}`
      arrows.set(at, (arrows.get(at) ?? new Map<string, string>()).set(`server/${module} ${there}`, `${from} > ${to}`))
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(arrows.get(from)?.keys() ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )
  return [...arrows].flatMap(([here, theres]) =>
    [...theres].flatMap(([there, example]) => (reaches(there, here) ? [`${here} > ${there} (${example})`] : [])),
  )
}

/**
 * How this import is written: files below, beside, or one step up in the same top folder by relative path; everything else by its path in the checkout, so that
 * no import climbs.
 */
export function spelling(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to)
  const isFar = relative.startsWith('../../') || from.split('/')[0] !== to.split('/')[0]
  if (isFar && from.includes('/') && to.includes('/')) return `#${to}`
  return relative.startsWith('.') ? relative : `./${relative}`
}

/** An unlisted file beside the modules has no place yet, nor has a contract file outside a noun's folder. */
export const unplaced = (file: string): boolean => {
  const noun = /^contract\/(?:([^/]+)\/)?/.exec(file)
  if (noun) return !CONTRACT_TOP.has(file) && ![...CONTRACT_ALONE, ...MODULES].includes(noun[1] ?? '')
  const name = /^server\/([^/]+)\.ts$/.exec(file)?.[1]
  if (name) return ![...TOP, 'main'].includes(name)
  const module = moduleOf(file)
  return module !== undefined && !['core', 'http', ...MODULES].includes(module)
}
