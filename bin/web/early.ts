/**
 * Gives the account holder's console a head start (docs/decisions/0090-read-what-changed-at-once.md): the first script of its document, which decides on the theme, also
 * requests the files of the page and its first answers.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cardRanges, listCards } from '#contract/cards/cards.ts'
import { listCardGroups } from '#contract/cards/groups.ts'
import { listTags } from '#contract/cards/tags.ts'
import type { Call, Input } from '#contract/core/call.ts'
import { pages, type PageId } from '#contract/core/permissions.ts'
import { userInfo } from '#contract/identity/userInfo.ts'
import { consoleState } from '#contract/notices/consoleState.ts'
import { bannerNotices, carousel, overview, personalNotices, wallet } from '#contract/notices/notices.ts'
import { privilege } from '#contract/plans/plans.ts'
import { permissions } from '#contract/roles/roles.ts'
import { declineLadder } from '#contract/trades/declineLadder.ts'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { listViews } from '#contract/views/views.ts'
import { pageModules } from './pages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const dist = path.join(root, 'dist')

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }
type Manifest = Readonly<Record<string, Chunk>>

type Lang = 'cn' | 'en'
/** A page that a route leads to. */
const PAGE = /\/(?:OverviewPage|SignInPage)\.tsx$/
const DOCUMENT = 'index.html'
/** Around every page behind the sign-in. */
const FRAME = ['signedIn.tsx', 'layout/frame.cn.ts'].map((key) => `account/${key}`)
const SIGN_IN = 'account/identity/signIn'
const bare = new Map([
  ['/', [`${SIGN_IN}/SignInPage.tsx`, `${SIGN_IN}/text.cn.ts`]],
  ['/signup', [`${SIGN_IN}/SignUpPage.tsx`, `${SIGN_IN}/text.cn.ts`]],
])

/** What every page waits for, and what the most visited ones ask first. `test/journeys/layout/weight.journey.ts` knows when one is not asked any more. */
const always = [
  begins(userInfo, {}),
  begins(wallet, {}),
  begins(privilege, {}),
  begins(permissions, {}),
  begins(personalNotices, { unread: true, limit: 1 }),
  begins(consoleState, {}),
]
const firstPage = { pageNo: 1, pageSize: 20 } as const
const ofPages: Partial<Record<PageId, string[]>> = {
  '2001': [
    begins(overview, { days: 60 }),
    begins(pageAuthorizations, { pageNo: 1, pageSize: 24, scope: 'all' }),
    begins(declineLadder, {}),
    begins(bannerNotices, {}),
    begins(carousel, {}),
  ],
  '2005002': [
    begins(cardRanges, {}),
    begins(listCardGroups, { pageNo: 1, pageSize: 200 }),
    begins(listTags, { pageNo: 1, pageSize: 100 }),
    begins(listCards, firstPage),
    begins(listViews, { list: 'cards' }),
  ],
  '2005004': [begins(pageAuthorizations, firstPage), begins(listViews, { list: 'authorizations' })],
}

/** As the console spells it (`web/parts/client/send.ts`). */
function begins<C extends Call>({ path, body }: C, input: Input<C>): string {
  if (body !== 'query') throw new Error(`${path} is no call that may be made unasked`)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input as object)) query.append(name, value === true ? '1' : String(value))
  return query.size ? `${path}?${query}` : path
}

/** The files of each page, by address and language, without those that the document names. */
async function filesOfPages(manifest: Manifest): Promise<Map<string, Record<Lang, string[]>>> {
  const named = closure(manifest, [DOCUMENT], undefined)
  const behind = [...(await pageModules())].map(([at, modules]) => [at, [...FRAME, ...modules]] as const)
  return new Map(
    [...bare, ...behind].map(([at, modules]) => {
      const filesIn = (lang: Lang) => {
        const keys = [DOCUMENT, 'text.cn.ts', ...modules].map((key) => key.replace('.cn.ts', `.${lang}.ts`))
        return [...closure(manifest, keys, lang)].filter((file) => !named.has(file))
      }
      return [at, { cn: filesIn('cn'), en: filesIn('en') }]
    }),
  )
}

/** What these modules import, and in this language what they say: each `text.ts` loads its texts as soon as it is there. */
function closure(
  manifest: Manifest,
  keys: readonly string[],
  lang: string | undefined,
  seen = new Set<string>(),
): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the manifest of the build`)
    if (!chunk.file.endsWith('.js') || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    const { imports = [], dynamicImports = [] } = chunk
    // But routes know the texts of all pages.
    const texts = dynamicImports.some((name) => PAGE.test(name))
      ? []
      : dynamicImports.filter((name) => lang && name.endsWith(`.${lang}.ts`))
    closure(manifest, [...imports, ...texts], lang, seen)
  }
  return seen
}

/** Into the document of a finished build. */
export async function addEarly(): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const files: string[] = []
  const placeOf = (file: string): number => {
    if (!files.includes(`/${file}`)) files.push(`/${file}`)
    return files.indexOf(`/${file}`)
  }
  const placesOf = [...(await filesOfPages(manifest))].map(
    ([at, { cn, en }]) => [at, { cn: cn.map(placeOf), en: en.map(placeOf) }] as const,
  )
  const calls = Object.entries(ofPages).map(([id, urls]) => [pages[id as PageId].path, urls] as const)
  const given = { files, pages: Object.fromEntries(placesOf), calls: { always, pages: Object.fromEntries(calls) } }
  const source = (file: string): string =>
    readFileSync(path.join(root, 'web', file), 'utf8').replace(/^\s*(?:\/\*\*?|\*|\/\/).*\n/gm, '')
  const script = `${source('public/before-paint.js')}${source('early.js')};requestEarly(${JSON.stringify(given)})`
  const name = `/assets/early-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
  writeFileSync(path.join(dist, name), script)
  const document = path.join(dist, DOCUMENT)
  const [before, after] = ['"/before-paint.js"', `"${name}"`]
  const text = readFileSync(document, 'utf8')
  if (!text.includes(before)) throw new Error('the document has no first script')
  writeFileSync(document, text.replace(before, after))
}
