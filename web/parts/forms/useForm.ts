/**
 * A form bound to one contract row: its rules are the row's own schema, the server's refusals appear beside the fields, and the input is kept whatever happens.
 */
import { useCallback, useState } from 'react'
import type { Call, Output, Input } from '#contract/core/call.ts'
import { checks, sayCheck } from '#contract/core/checks.ts'
import { parse, type Cents } from '#contract/core/money.ts'
import { ask } from '../client/client.ts'
import { asRefused, type Refused } from '../client/refused.ts'
import { langNow, say } from '#web/text.ts'

type Name<C extends Call> = keyof Input<C> & string
type Required<C extends Call> = { [N in Name<C>]-?: undefined extends Input<C>[N] ? never : N }[Name<C>]

/** What a form begins with. A required field that is named neither here nor in `later` does not compile. */
type Initial<C extends Call, Later> = C extends Call
  ? { [N in Name<C>]?: unknown } & Record<Exclude<Required<C>, Later>, unknown>
  : never

/** A text field of a form: its value, its change handler, its problem. */
export type Bound = {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  problem: string | undefined
}

/** The two fields that an agreed price adds (usePrice.ts). */
type Agreed = 'quoteId' | 'expectTotal'

export type Form<C extends Call> = {
  call: C
  values: { [N in Name<C>]?: unknown }
  set: (change: { [N in Name<C>]?: unknown }) => void
  /** A value as typed. */
  text: (name: Name<C>) => string
  /** A typed amount in cents; undefined if it is none. */
  cents: (name: Name<C>) => Cents | undefined
  /** Value, handlers and problem of one text field; the components in fields.tsx take them from here. */
  field: (name: Name<C>) => Bound
  problemOf: (name: Name<C>) => string | undefined
  /** A field marked as required may not be left empty, though the call may let it: left empty, it would not be sent, and nothing would change. */
  need: (name: Name<C>) => () => void
  /** The input to send, if every rule holds. */
  input: Input<C> | undefined
  loading: boolean
  /** The last refusal that belongs to no field. */
  submitError: string | undefined
  refused: Refused | undefined
  /** A method, so that the form of one call is also a form of either of two with the same fields. */
  submit(more?: Partial<Input<C>>): Promise<Output<C> | undefined>
  /** Shows a problem that only the caller can detect. */
  refuse: (name: Name<C>, problem: string) => void
}

export function useForm<C extends Call, Later extends Name<C> = never>(
  call: C,
  {
    initial,
    money = [],
  }: {
    initial: Initial<C, Later | Agreed>
    /** Fields with a typed amount; they are sent as cents. */
    money?: readonly Name<C>[]
    /** Required fields that have no control here: `submit` is given them. */
    later?: readonly Later[]
  },
): Form<C> {
  const [values, setValues] = useState<Form<C>['values']>(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<Refused>()
  const [loading, setLoading] = useState(false)
  const [needed, setNeeded] = useState<ReadonlySet<string>>(new Set())

  const inputFrom = (more: object = {}) => {
    const input: Record<string, unknown> = { ...values, ...more }
    for (const name of money) if (typeof input[name] === 'string') input[name] = parse(input[name]) ?? input[name]
    // An optional field that was left empty is not sent.
    for (const [name, value] of Object.entries(input))
      if (value === '' && rulesOf(call, name).optional) delete input[name]
    return input
  }
  const typed = inputFrom()
  const checked = call.input.safeParse(typed)
  const own: Record<string, string> = {}
  for (const issue of checked.error?.issues ?? [])
    own[String(issue.path[0])] ??= sayIssue(issue.message, values[issue.path[0] as Name<C>])

  const empty = [...needed].filter((name) => String(values[name as Name<C>] ?? '').trim() === '')
  for (const name of empty) own[name] ??= checks.required[langNow()]

  const touch = (name: string) => setTouched((before) => (before.has(name) ? before : new Set(before).add(name)))
  const set: Form<C>['set'] = (change) => {
    setValues((before) => ({ ...before, ...change }))
    setServer((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }

  const need = useCallback((name: string) => {
    setNeeded((before) => new Set(before).add(name))
    return () => setNeeded((before) => new Set([...before].filter((one) => one !== name)))
  }, [])

  async function submit(more?: Partial<Input<C>>): Promise<Output<C> | undefined> {
    setTouched(new Set([...Object.keys(values), ...Object.keys(own)]))
    const from = document.activeElement
    const input = inputFrom(more)
    if (!call.input.safeParse(input).success || empty.length > 0) return void focusFirstProblem(from)
    setLoading(true)
    setRefused(undefined)
    try {
      return await ask(call, input as Input<C>, { quiet: true })
    } catch (error) {
      const refusal = asRefused(error)
      if (!refusal) throw error
      setRefused(refusal)
      setServer(refusal.fields)
      focusFirstProblem(from)
      return undefined
    } finally {
      setLoading(false)
    }
  }

  const elsewhere = refused && Object.keys(refused.fields).every((name) => !(name in values))
  const problemOf = (name: Name<C>) => server[name] ?? (touched.has(name) ? own[name] : undefined)
  return {
    call,
    values,
    set,
    problemOf,
    loading,
    refused,
    submit,
    text: (name) => String(values[name] ?? ''),
    cents: (name) => parse(String(values[name] ?? '')),
    field: (name) => ({
      value: String(values[name] ?? ''),
      onChange: (value) => set({ [name]: value } as Form<C>['values']),
      onBlur: () => values[name] !== undefined && values[name] !== '' && touch(name),
      problem: problemOf(name),
    }),
    input: checked.success && empty.length === 0 ? (typed as Input<C>) : undefined,
    need,
    submitError: elsewhere ? refused.says : undefined,
    refuse: (name, problem) => setServer((before) => ({ ...before, [name]: problem })),
  }
}

type Schema = { safeParse: (value: unknown) => { success: boolean }; _zod: { def: Definition } }
type Definition = {
  shape?: Record<string, Schema>
  innerType?: Schema
  out?: Schema
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[]
}
type Rules = { optional: boolean; required: boolean; maxLength?: number }

const known = new WeakMap<Call, Map<string, Rules>>()

/** What a call's own schema says of one of its fields: whether it may be absent or empty, and how long its text may be. */
export function rulesOf(call: Call, name: string): Rules {
  const rules = known.get(call) ?? new Map<string, Rules>()
  known.set(call, rules)
  const found = rules.get(name) ?? readRules(call, name)
  rules.set(name, found)
  return found
}

function readRules(call: Call, name: string): Rules {
  const field = (call.input as unknown as Schema)._zod.def.shape?.[name]
  if (!field) return { optional: true, required: false }
  let inner = field
  while (inner._zod.def.innerType ?? inner._zod.def.out) inner = (inner._zod.def.innerType ?? inner._zod.def.out)!
  const longest = inner._zod.def.checks?.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum
  const optional = field.safeParse(undefined).success
  const required = !optional && !field.safeParse('').success
  return { optional, required, ...(longest !== undefined && { maxLength: longest }) }
}

function sayIssue(message: string, value: unknown): string {
  if (value === undefined || value === '') return checks.required[langNow()]
  return message in checks ? sayCheck(message, langNow()) : say('parts.checkField')
}

/**
 * Focuses the first field with a problem after the next paint, once the problem is rendered. Not if the user has moved to another field, or goes on
 * typing in the same one: their typing would end up in this one.
 */
function focusFirstProblem(from: Element | null): void {
  const before = typedIn(from)
  setTimeout(() => {
    const now = document.activeElement
    if (now !== from && now !== document.body) return
    if (now === from && typedIn(now) !== before) return
    document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, 50)
}
const typedIn = (field: Element | null): string | undefined =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : undefined
