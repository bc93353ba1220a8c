import { useState, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import type { Call, Input } from '#contract/core/call.ts'
import { QueryList, useFiltered, useList, type Listed } from '#web/parts/lists/QueryList.tsx'
import type { ListState } from '#web/parts/lists/useListState.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Input as TextInput } from '#web/ui/forms/Input.tsx'
import { Row as Bar } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'

/** What most queues are divided into; their calls mark the open ones with a flag. */
export const scopes = ['open', 'all'] as const
export const openInput = (scope: 'open' | 'all') => (scope === 'open' ? ({ open: '1' } as const) : {})

const KEYWORD = 'q'

/** Which part is shown. The first one is the one that waits; another is in the address. */
const partOf = <S extends string>({ filters, setFilters }: ListState, parts: readonly S[], name: string) => ({
  scopes: parts,
  scope: parts.find((one) => one === filters[name]) ?? parts[0]!,
  choose: (one: S) => setFilters({ ...filters, [name]: one === parts[0] ? '' : one }),
})

export const useScope = <S extends string>(parts: readonly S[], name: string) =>
  partOf(useFiltered([], [name]), parts, name)

/** The rows of one part of a queue, by what the call wants to know of it. */
export function useQueue<C extends Call, S extends string>(
  call: C,
  parts: readonly S[],
  {
    name = 'scope',
    everyMs = 15_000,
    input = (scope) => ({ [name]: scope }) as Partial<Input<C>>,
  }: { name?: string; everyMs?: number; input?: (scope: S) => Partial<Input<C>> } = {},
) {
  const listed = useList(call, {
    also: [name, KEYWORD],
    everyMs,
    input: ({ [name]: scope, [KEYWORD]: keyword, ...asked }) => ({
      ...asked,
      ...input(parts.find((one) => one === scope) ?? parts[0]!),
      ...(keyword && { keyword }),
    }),
  })
  return { ...listed, ...partOf(listed.list, parts, name) }
}

export type Queue<R, S extends string = string> = Listed<R> & ReturnType<typeof partOf<S>>

/** A queue of cases: a part of it, as a table, and one case at its own address over it. */
export function QueuePage<R extends object, S extends string>({
  of,
  scopeLabel,
  lead,
  scopeText,
  search,
  children = <Outlet />,
  ...list
}: Omit<Parameters<typeof QueryList<R>>[0], 'of'> & {
  of: Queue<R, S>
  scopeLabel?: string
  /** What this queue is about. */
  lead?: string
  scopeText: (scope: S) => string
  /** What is looked for in the queue, if the call takes a keyword. */
  search?: string
  children?: ReactNode
}) {
  return (
    <PageFrame>
      {lead && <Note>{lead}</Note>}
      <Bar between>
        <Segmented
          label={scopeLabel ?? list.label}
          value={of.scope}
          options={of.scopes.map((value) => ({ value, label: scopeText(value) }))}
          onChange={of.choose}
        />
        {search && <Search label={search} list={of.list} />}
      </Bar>
      <QueryList of={of} {...list} />
      {children}
    </PageFrame>
  )
}

function Search({ label, list: { filters, setFilters } }: { label: string; list: ListState }) {
  const [typed, setTyped] = useState(filters[KEYWORD] ?? '')
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        setFilters({ ...filters, [KEYWORD]: typed.trim() })
      }}
    >
      <TextInput value={typed} onChange={setTyped} placeholder={label} aria-label={label} />
    </form>
  )
}
