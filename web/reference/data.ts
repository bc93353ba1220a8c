/** What the build (bin/web/reference/write.ts) writes from the contract, and how the page reads it. */
import type { Words } from '#contract/core/fields.ts'

/** A call in the menu. */
export type Entry = Words & { name: string; method: 'GET' | 'POST'; path: string }
export type Group = Words & { id: string; desk: boolean; calls: Entry[]; file: string }
export type Index = { groups: Group[]; refusals: string }

export type Kind = 'text' | 'id' | 'integer' | 'number' | 'boolean' | 'choice' | 'object' | 'file' | 'any'
export type Choice = { value: string | number | boolean | null; words?: Words }
export type Field = {
  name: string
  kind: Kind
  /** A list of these. */
  list?: true
  required?: true
  nullable?: true
  unit?: 'cents' | 'time' | 'ms' | 'bps'
  min?: number
  max?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  /** Of an id. */
  prefixes?: string[]
  default?: unknown
  choices?: Choice[]
  words?: Words
  fields?: Field[]
}

export type Encoding = 'query' | 'form' | 'json' | 'params' | 'multipart'
export type Sample = Readonly<Record<string, unknown>>
/** What a snippet needs. */
export type Asked = {
  method: 'GET' | 'POST'
  path: string
  body: Encoding
  who: string
  answers: 'json' | 'file' | 'events'
  input: Sample
}
export type Call = Entry &
  Asked & {
    /** A permission's words. */
    may?: Words
    once?: true
    perMinute: number
    takes: Field[]
    gives: Field
    answer?: unknown
    refusals: string[]
  }

export type RefusalRow = Words & { name: string; code: number; status: number; again: boolean }
export type Refusals = { rows: RefusalRow[]; everywhere: string[] }

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
