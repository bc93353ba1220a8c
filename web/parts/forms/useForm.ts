/**
 * A form bound to one contract row: its rules are the row's own schema, the server's refusals appear beside the fields, and the input is kept whatever happens.
 */
import { useState } from 'react'
import type { Call, Output, Input } from '#contract/core/call.ts'
import { checks, sayCheck } from '#contract/core/checks.ts'
import { parse } from '#contract/core/money.ts'
import { ask } from '../client/client.ts'
import { asRefused, type Refused } from '../client/refused.ts'
import { langNow, say } from '#web/text.ts'

type Name<C extends Call> = keyof Input<C> & string
type Values<C extends Call> = { [N in Name<C>]?: unknown }

/** A text field of a form: its value, its change handler, its problem. */
export type Bound = {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  problem: string | undefined
}

export type Form<C extends Call> = {
  values: Values<C>
  set: (change: Values<C>) => void
  /** Value, change handler and problem of one text field: spread on Field and its input. */
  field: (name: Name<C>) => Bound
  problemOf: (name: Name<C>) => string | undefined
  /** The input to send, if every rule holds. */
  input: Input<C> | undefined
  loading: boolean
  /** The last refusal that belongs to no field. */
  submitError: string | undefined
  refused: Refused | undefined
  submit: (more?: Partial<Input<C>>) => Promise<Output<C> | undefined>
  /** Shows a problem that only the caller can detect. */
  refuse: (name: Name<C>, problem: string) => void
}

export function useForm<C extends Call>(
  call: C,
  {
    initial,
    money = [],
  }: {
    initial: Values<C>
    /** Fields with a typed amount; they are sent as cents. */
    money?: readonly Name<C>[]
  },
): Form<C> {
  const [values, setValues] = useState<Values<C>>(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<Refused>()
  const [loading, setLoading] = useState(false)

  const inputFrom = (more: object = {}) => {
    const input: Record<string, unknown> = { ...values, ...more }
    for (const name of money) if (typeof input[name] === 'string') input[name] = parse(input[name]) ?? input[name]
    return input
  }
  const checked = call.input.safeParse(inputFrom())
  const own: Record<string, string> = {}
  for (const issue of checked.error?.issues ?? [])
    own[String(issue.path[0])] ??= sayIssue(issue.message, values[issue.path[0] as Name<C>])

  const touch = (name: string) => setTouched((before) => (before.has(name) ? before : new Set(before).add(name)))
  const problemOf = (name: Name<C>) => server[name] ?? (touched.has(name) ? own[name] : undefined)
  const set = (change: Values<C>) => {
    setValues((before) => ({ ...before, ...change }))
    setServer((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
  }

  async function submit(more?: Partial<Input<C>>): Promise<Output<C> | undefined> {
    setTouched(new Set([...Object.keys(values), ...Object.keys(own)]))
    const from = document.activeElement
    const input = inputFrom(more)
    if (!call.input.safeParse(input).success) return void focusFirstProblem(from)
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
  return {
    values,
    set,
    problemOf,
    loading,
    refused,
    submit,
    input: checked.success ? (inputFrom() as Input<C>) : undefined,
    submitError: elsewhere ? refused.says : undefined,
    refuse: (name, problem) => setServer((before) => ({ ...before, [name]: problem })),
    field: (name) => ({
      value: String(values[name] ?? ''),
      onChange: (value) => set({ [name]: value } as Values<C>),
      onBlur: () => values[name] !== undefined && values[name] !== '' && touch(name),
      problem: problemOf(name),
    }),
  }
}

function sayIssue(message: string, value: unknown): string {
  if (value === undefined || value === '') return checks.required[langNow()]
  return message in checks ? sayCheck(message, langNow()) : say('parts.checkField')
}

/**
 * Focuses the first field with a problem after the next paint, once the problem is rendered. Not if the user has moved to another field: their typing would end
 * up in this one.
 */
function focusFirstProblem(from: Element | null): void {
  setTimeout(() => {
    const now = document.activeElement
    if (now === from || now === document.body) document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, 50)
}
