/** Hooks for reading and acting: {@link useAsk} keeps an answer fresh, {@link useCall} does something once. */
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { Call, Output, Input } from '#contract/core/call.ts'
import { ask } from './client.ts'
import { asRefused, type Refused } from './refused.ts'
import { onSession, session } from './session.ts'
import { langNow } from '#web/text.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // A refusal is an answer; only a missing answer is retried.
    queries: {
      // A reopened view shows cached data and refetches; only views that open at the same moment share an answer.
      staleTime: 1_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 1 && asRefused(error)?.code === 0,
    },
    mutations: { retry: false },
  },
})

/** No data of one person is left for the next. */
onSession(() => session().IsLogin || queryClient.clear())

type Reading = {
  /** The polling interval of live lists. Pauses while the tab is hidden. */
  everyMs?: number | undefined
  quiet?: boolean
  enabled?: boolean
  /** Shows the last answer until the next arrives. For pages of lists; a single item never stands in for another. */
  keep?: boolean
}

export function useAsk<C extends Call>(
  call: C,
  input: Input<C>,
  { everyMs, quiet = false, enabled = true, keep }: Reading = {},
): UseQueryResult<Output<C>, Refused> {
  const asked = useRef('')
  const lang = langNow()
  return useQuery({
    // Labels come from the server in the requested language, so each language has its own cache entry.
    queryKey: [call.path, input, lang],
    queryFn: ({ signal }) => {
      // Repeats of the same request come from the timer. A changed filter comes from the user, so its refusal is shown.
      const key = JSON.stringify([call.path, input, lang])
      const background = everyMs !== undefined && asked.current === key
      asked.current = key
      return ask(call, input, { signal, quiet: quiet || background, background })
    },
    placeholderData:
      (keep ?? (typeof input === 'object' && input !== null && 'pageNo' in input)) ? keepPreviousData : undefined,
    refetchInterval: everyMs ?? false,
    enabled,
  }) as UseQueryResult<Output<C>, Refused>
}

/** After success, all answers of the named calls are refetched. */
export function useCall<C extends Call>(
  call: C,
  {
    refreshes = [],
    quiet = false,
    onDone,
  }: { refreshes?: readonly Call[]; quiet?: boolean; onDone?: (answer: Output<C>, input: Input<C>) => void } = {},
): UseMutationResult<Output<C>, Refused, Input<C>> {
  return useMutation({
    mutationFn: (input: Input<C>) => ask(call, input, { quiet }),
    onSuccess: (answer, input) => {
      refresh(...refreshes)
      onDone?.(answer, input)
    },
  })
}

export const refresh = (...calls: readonly Call[]): void => {
  for (const { path } of calls) void queryClient.invalidateQueries({ queryKey: [path] })
}
