/**
 * Counts what a person does on a page: presses of the pointer, keys that act, and fields that are filled in. Counted by the browser's own events, so
 * that a press which a journey makes through a helper counts, too.
 */
import type { BrowserContext, Page } from '@playwright/test'

export type Hands = {
  /** Since the start, or since the count was taken the last time. */
  taken(): Done
}
export type Done = { clicks: number; fields: number; steps: string[] }

const counted = new WeakMap<BrowserContext, { done: Done }>()

/** Of every page of this context from now on; the page shown now is loaded anew. */
export async function countsHands(page: Page): Promise<Hands> {
  const context = page.context()
  const state = counted.get(context) ?? { done: { clicks: 0, fields: 0, steps: [] } }
  if (!counted.has(context)) {
    counted.set(context, state)
    await context.exposeBinding('handsOn', (_, kind: 'clicks' | 'fields', what: string) => {
      state.done[kind] += 1
      state.done.steps.push(what)
    })
    await context.addInitScript(watchHands)
  }
  if (page.url() !== 'about:blank') await page.reload()
  state.done = { clicks: 0, fields: 0, steps: [] }
  return {
    taken() {
      const { done } = state
      state.done = { clicks: 0, fields: 0, steps: [] }
      return done
    },
  }
}

/** Runs in the page. A choice in a select is one click; a field counts once, however much is typed into it. */
const watchHands = `{
  const filled = new WeakSet()
  const isField = (one) =>
    one instanceof HTMLTextAreaElement ||
    (one instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|file)$/.test(one.type))
  const words = (one) =>
    (one.getAttribute?.('aria-label') ?? one.labels?.[0]?.textContent ?? one.closest?.('button, a, label, [role]')?.textContent ?? one.tagName).slice(0, 40)
  const tell = (kind, what) => window.handsOn(kind, what)
  addEventListener('pointerdown', (event) => {
    // A press that only goes into a field is counted with the field.
    if (event.isTrusted && !isField(event.target) && !(event.target instanceof HTMLSelectElement)) tell('clicks', words(event.target))
  }, true)
  addEventListener('keydown', (event) => {
    const acts = event.key === 'Enter' || (event.key.length === 1 && (event.ctrlKey || event.metaKey || !isField(event.target)))
    if (event.isTrusted && acts) tell('clicks', 'key ' + event.key)
  }, true)
  addEventListener('input', ({ target }) => {
    if (!isField(target) || filled.has(target)) return
    filled.add(target)
    tell('fields', words(target))
  }, true)
  addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) tell('clicks', words(target))
  }, true)
}`
