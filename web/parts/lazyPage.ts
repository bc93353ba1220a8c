/** A page's chunk with all that it says, or an error after 120 seconds. */
import type { ComponentType } from 'react'
import { withText } from '../text.ts'

export type LoadPage = () => Promise<{ default: ComponentType }>
/** Pages of a noun: its words are loaded beside the chunk of the page. */
export const pagesOf =
  (text: () => Promise<unknown>) =>
  (load: LoadPage): LoadPage =>
    withText(load, text)

const CHUNK_TIMEOUT_MS = 120_000

export class ChunkFailed extends Error {}

export async function loadPage(load: LoadPage): Promise<{ Component: ComponentType }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new ChunkFailed('time-out')), CHUNK_TIMEOUT_MS)),
  )
  try {
    return { Component: (await Promise.race([withText(load)(), late])).default }
  } catch (error) {
    throw error instanceof ChunkFailed ? error : new ChunkFailed(String(error))
  } finally {
    clearTimeout(timer)
  }
}
