/** The checks of every page: nothing inaccessible, nothing wider than the page, and everything visible. */
import AxeBuilder from '@axe-core/playwright'
import type { Page, Request } from '@playwright/test'
import { expect } from './journey.ts'

/** A tree item contains its children, and its name is only its own text (WAI-ARIA, tree view). */
const NAMED = 'label-content-name-mismatch'
/** The rules whose result may differ in another colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block']
/** WCAG 2.2 AA asks for it, and axe leaves it out unless it is told. */
const SWITCHED_ON = { 'target-size': { enabled: true } }
/** The rules whose result may differ in another language: names, and what depends on how long words are. */
const WORDS = [NAMED, 'landmark-unique', 'html-has-lang', 'html-lang-valid', 'document-title', 'target-size']
const isBranch = (html: string): boolean => html.startsWith('<li role="treeitem"')

const softly = expect.configure({ soft: true })

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

/** axe's findings in words: all of them, or by its rules, the relevant elements and what lies within one. */
export async function violations(
  page: Page,
  {
    rules,
    counts = () => true,
    within,
  }: { rules?: string[]; counts?: (one: Violation) => boolean; within?: string | undefined } = {},
): Promise<string[]> {
  // A page that has been looked at has axe already: half a megabyte, four times for each look.
  const isThere = await page.evaluate<boolean>('typeof axe === "object"')
  // In one document, without the extra page that frames would need.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(!rules && { rules: SWITCHED_ON }) })
  if (rules) axe.withRules(rules)
  if (within !== undefined) axe.include(within)
  const { violations: all } = await axe.analyze()
  return all
    .map((one) => ({ ...one, nodes: one.nodes.filter((node) => !(one.id === NAMED && isBranch(node.html))) }))
    .filter((one) => one.nodes.length > 0 && counts(one))
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `    ${html}\n    ${failureSummary}`).join('\n')}`,
    )
}

/** Checks that nothing prevents anyone from using the page, in light and dark. */
export async function fine(
  page: Page,
  where: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const [at, colorScheme] of schemes.entries()) {
    await inScheme(page, colorScheme)
    const found = await violations(page, {
      ...(at > 0 && { rules: COLOURS }),
      counts: ({ impact }) => impact === 'serious' || impact === 'critical',
    })
    expect.soft(found, `${where}, ${colorScheme}`).toEqual([])
  }
}

/** Checks that axe finds nothing, including best practices: everything in light, and colour-dependent rules in dark. */
export async function spotless(page: Page, where: string, within?: string): Promise<void> {
  await inScheme(page, 'light')
  expect.soft(await violations(page, { within }), `${where}, light`).toEqual([])
  await inScheme(page, 'dark')
  expect.soft(await violations(page, { within, rules: COLOURS }), `${where}, dark`).toEqual([])
}

/** Checks what may differ from the other language, whose page is `spotless`. */
export async function wellNamed(page: Page, where: string, within?: string): Promise<void> {
  expect.soft(await violations(page, { within, rules: WORDS }), where).toEqual([])
}

async function inScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await until(page, `[undefined, '${colorScheme}'].includes(document.documentElement.dataset.theme)`)
  // What is about to change is dimmed.
  await until(page, `document.querySelector('[aria-busy=true]') === null`)
  await until(page, 'document.getAnimations().every(({ playState }) => playState !== "running")')
}

/** Polled from outside: the page's content security policy forbids evaluation inside it. */
const until = (page: Page, truth: string): Promise<void> =>
  expect.poll(() => page.evaluate(truth), { timeout: 30_000, intervals: [50, 100, 100, 250] }).toBe(true)

/** Pages scroll vertically; horizontally, only designated elements do. */
export async function fits(page: Page, where: string): Promise<void> {
  const tooWide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect.soft(tooWide, `${where} scrolls sideways by`).toBeLessThanOrEqual(0)
  // Asked more than once: a window that has just changed its width is drawn a moment later.
  const cut = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('h1')].filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2)).map((one) => one.textContent)`,
    )
  await softly.poll(cut, { message: `${where} cuts its title`, timeout: 3_000 }).toEqual([])
}

/** Records, from the first moment of each page on, what moves by itself and what the content security policy stops. */
export function watchLoading(page: Page): Promise<unknown> {
  requestsOf(page)
  return page.addInitScript(`{
    const shifts = (window.kaikaShifts = []), stopped = (window.kaikaStopped = [])
    new PerformanceObserver((list) => {
      for (const one of list.getEntries())
        if (!one.hadRecentInput)
          shifts.push({ at: one.startTime, value: one.value, what: one.sources.map(({ node, previousRect: a, currentRect: b }) =>
            (node?.outerHTML ?? node?.textContent ?? '').slice(0, 90) + ' ' + [a.x, a.y, a.width, a.height].map(Math.round) + ' → ' + [b.x, b.y, b.width, b.height].map(Math.round)) })
    }).observe({ type: 'layout-shift', buffered: true })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) =>
      stopped.push([violatedDirective, blockedURI, sourceFile, sample].join(' ')))
  }`)
}

export type Shift = { at: number; value: number; what: string[] }

/** The cumulative layout shift as browsers report it: the worst window of at most five seconds without a second's pause. */
export function worstShift(shifts: readonly Shift[]): number {
  let [worst, sum, begun, last] = [0, 0, -Infinity, -Infinity]
  for (const { at, value } of shifts) {
    if (at - last > 1000 || at - begun > 5000) [sum, begun] = [0, at]
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}

/** What moved, by how much and when. */
export const shiftText = ({ value, at, what }: Shift): string =>
  `${value.toFixed(3)} at ${Math.round(at)} ms: ${what.join(' | ')}`

export async function stays(page: Page, where: string, atMost = 0.05): Promise<void> {
  const shifts = await page.evaluate<Shift[]>('window.kaikaShifts')
  expect.soft(worstShift(shifts), `${where} moves\n${shifts.map(shiftText).join('\n')}`).toBeLessThanOrEqual(atMost)
}

export const stoppedByPolicy = (page: Page): Promise<string[]> => page.evaluate<string[]>('window.kaikaStopped')

/** Checks that whatever can be pressed takes a finger: 44 pixels each way, counting what belongs to it (its label, its surroundings). Links in running text are exempt. */
export async function fitsFingers(page: Page, where: string): Promise<void> {
  const small = await page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=menuitem], [role=tab], [role=option], [role=treeitem] > :first-child')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !one.closest('[inert], .said') && one.type !== 'hidden')
    .filter((one) => { for (let at = one; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return false; return true })
    .filter((one) => !(one.tagName === 'A' && getComputedStyle(one).display === 'inline' && one.parentElement.textContent.trim() !== one.textContent.trim()))
    .flatMap((one) => {
      one.scrollIntoView({ block: 'center', inline: 'center' })
      // A checkbox is pressed by its label.
      const target = (one.matches('[type=checkbox], [type=radio]') && one.closest('label')) || one
      const { left, top, width, height } = target.getBoundingClientRect()
      if (width === 0 || height === 0) return []
      const [x, y] = [left + width / 2, top + height / 2]
      // Below a dialog that does not close off the page, such as the tour.
      const above = document.elementFromPoint(x, y)?.closest('[role=dialog]')
      if (above && !above.contains(one)) return []
      const taken = (dx, dy) => {
        const at = document.elementFromPoint(x + dx, y + dy)
        const mine = at !== null && (one.contains(at) || at.closest('label')?.control === one || [...(one.labels ?? [])].some((label) => label.contains(at)) || at.contains(one) && at.matches('label, [data-target]'))
        return mine ? [] : [at?.cloneNode().outerHTML.slice(0, 90) ?? 'nothing']
      }
      const edge = (x - 21 < 0 || x + 21 > innerWidth)
      const others = [...(height >= 44 ? [] : [...taken(0, -21), ...taken(0, 21)]), ...(width >= 44 || edge ? [] : [...taken(-21, 0), ...taken(21, 0)])]
      return others.length ? [Math.round(width) + '×' + Math.round(height) + ' ' + one.outerHTML.slice(0, 110) + ', beside it ' + others.join(' and ')] : []
    })`)
  expect.soft([...new Set(small)], `${where}: too small for a finger`).toEqual([])
}

/**
 * Waits until the server has answered everything and the page has rendered it: nothing is requested, no figure is dimmed because it is about to change, and the first
 * page of the visit has appeared, for a quarter of a second on end. The page is asked each time, so one that is busy rendering is waited for.
 */
export async function loaded(page: Page): Promise<void> {
  const asked = requestsOf(page)
  await expect(page.getByRole('main')).not.toBeEmpty()
  let quiet = 0
  await expect
    .poll(
      async () => {
        const rests = await page.evaluate<boolean>(
          `!document.documentElement.hasAttribute('data-settling') && document.querySelector('[aria-busy=true]') === null`,
        )
        return (quiet = rests && asked.size === 0 ? quiet + 1 : 0)
      },
      { intervals: [50], timeout: 30_000 },
    )
    .toBeGreaterThan(4)
}

const watched = new WeakMap<Page, Set<Request>>()

/** What a page waits for, from the first call on: a request that began before somebody waits counts too. */
function requestsOf(page: Page): Set<Request> {
  const known = watched.get(page)
  if (known) return known
  const asked = new Set<Request>()
  // A stream has no end.
  const begun = (request: Request) => void (request.url().includes('/api/changes') || asked.add(request))
  const ended = (request: Request) => void asked.delete(request)
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  watched.set(page, asked)
  return asked
}

/** Behaves like Chromium from 156 on, whatever browser runs this: an effect that returns the result of scrolling hands React a promise as its clean-up. */
export const scrollsWithPromises = (page: Page): Promise<unknown> =>
  page.addInitScript(
    `{ const scroll = Element.prototype.scrollIntoView
       Element.prototype.scrollIntoView = function (how) { scroll.call(this, how); return Promise.resolve() } }`,
  )

/** The detail of the first row, as a dialog or a page of its own. */
export async function opensFirstRow(page: Page): Promise<boolean> {
  if ((await page.getByRole('dialog').count()) > 0) return false
  const row = page.locator('main :is(tr[tabindex="0"], li:has(> div > button), li > a[href*="/accounts/"])').first()
  if ((await row.count()) === 0) return false
  const before = page.url()
  await row.click({ position: { x: 8, y: 8 } })
  await loaded(page)
  return page.url() !== before || page.getByRole('dialog').last().isVisible()
}
