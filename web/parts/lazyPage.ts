/** The chunk of a page with all that it says. */
import type { ComponentType } from 'react'
import { withText, type Source } from '../text.ts'

export type LoadPage = () => Promise<{ default: ComponentType }>
/** Pages of a noun: the words of its `text.ts` are loaded beside the chunk of the page, and not after it. */
export const pagesOf =
  (text: Source) =>
  (load: LoadPage): LoadPage =>
    withText(load, text)

const CHUNK_TIMEOUT_MS = 120_000

export class ChunkFailed extends Error {}

/** What is loaded, or an error after 120 seconds. */
export async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new ChunkFailed('time-out')), CHUNK_TIMEOUT_MS)),
  )
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof ChunkFailed ? error : new ChunkFailed(String(error))
  } finally {
    clearTimeout(timer)
  }
}

/** For a route: its page as a chunk of its own. */
export const lazyPage = (load: LoadPage) => ({
  lazy: async () => ({ Component: (await inTime(withText(load))).default }),
})
