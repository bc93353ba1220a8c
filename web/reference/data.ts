/** Reads what the build has written for the page. */
import type { Call, Index, Refusals } from './described.ts'

const read = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return (await answer.json()) as T
}
const kept = new Map<string, Promise<unknown>>()
/** Once per visit; what failed is tried again. */
function readOnce<T>(url: string): Promise<T> {
  const reading = (kept.get(url) as Promise<T> | undefined) ?? read<T>(url)
  kept.set(url, reading)
  reading.catch(() => kept.delete(url))
  return reading
}

export const readIndex = (): Promise<Index> => readOnce(document.documentElement.dataset['index']!)
export const readRefusals = async (): Promise<Refusals> => readOnce((await readIndex()).refusals)

export async function readCall(name: string): Promise<Call | undefined> {
  const { groups } = await readIndex()
  const group = groups.find(({ calls }) => calls.some((call) => call.name === name))
  return group && (await readOnce<Call[]>(group.file)).find((call) => call.name === name)
}
