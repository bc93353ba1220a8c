import type { Call, Input } from '#contract/core/call.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Keyset, useKeyset } from './keyset.tsx'

/** A list without page numbers: its answer, and the buttons to older and newer rows. Another input begins at the start. */
export function useKeysetList<C extends Call>(call: C, input: Omit<Input<C> & object, 'cursor'>, everyMs: number) {
  const keyset = useKeyset(JSON.stringify(input))
  const asked = { ...input, ...(keyset.after && { cursor: keyset.after }) } as Input<C>
  const query = useAsk(call, asked, { everyMs, keep: true })
  const cursor = (query.data as { cursor: string | null } | undefined)?.cursor
  return { query, pager: <Keyset keyset={keyset} cursor={cursor} /> }
}
