/** What the build (bin/web/reference/write.ts) writes from the contract for the page to read. */
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
