/** Hooks for reading and acting: {@link useAsk} keeps an answer fresh, {@link useCall} does something once. */
import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  type Query,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import type { Topic } from '#contract/changes/changes.ts'
import type { Call, Output, Input } from '#contract/core/call.ts'
import { AT_MOST_MS, concerns, onChanges, useListening } from './changes.ts'
import { ask } from './client.ts'
import { forgetEarly } from './early.ts'
import { Pace, TOGETHER_MS } from './pace.ts'
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

/** Hints may be lost when a server crashes, so live answers are still polled (docs/reference/numbers.md#console). */
const SELDOM_MS = 30 * 60_000

/** How often a call that got no answer is repeated by itself. */
const AGAIN_MS = 10_000

type Reading = {
  /** The polling interval. Pauses while the tab is hidden. */
  everyMs?: number | undefined
  /** Read again when one of these changes. While changes are heard, `everyMs` is not used to poll, but five readings in that time are enough. */
  live?: readonly Topic[] | undefined
  /** What it shows belongs to this card: it is not read again because of other cards. */
  ofCard?: string | undefined
  quiet?: boolean
  enabled?: boolean
  /** What it shows is above the page or outside it, and moves nothing: the first page of a visit does not wait for it. */
  aside?: boolean
  /** Shows the last answer until the next arrives. For pages of lists; a single item never stands in for another. */
  keep?: boolean
}

export function useAsk<C extends Call>(
  call: C,
  input: Input<C>,
  { everyMs, live, ofCard, quiet = false, enabled = true, aside, keep }: Reading = {},
): UseQueryResult<Output<C>, Refused> {
  const isLive = useListening() && live !== undefined
  const asked = useRef('')
  const unanswered = useRef(false)
  const lang = langNow()
  return useQuery({
    // Labels come from the server in the requested language, so each language has its own cache entry.
    queryKey: [call.path, input, lang],
    queryFn: ({ signal }) => {
      // Repeats of the same request come from the timer or a change. A changed filter comes from the user, so its refusal is shown.
      const key = JSON.stringify([call.path, input, lang])
      const background = (everyMs !== undefined || unanswered.current) && asked.current === key
      asked.current = key
      return ask(call, input, { signal, quiet: quiet || background, background })
    },
    placeholderData:
      (keep ?? (typeof input === 'object' && input !== null && 'pageNo' in input)) ? keepPreviousData : undefined,
    refetchInterval: ({ state: { error } }) => {
      unanswered.current = asRefused(error)?.code === 0
      if (unanswered.current) return Math.min(everyMs ?? AGAIN_MS, AGAIN_MS)
      return isLive ? SELDOM_MS : (everyMs ?? false)
    },
    enabled,
    meta: { live, ofCard, aside, atMostMs: Math.max(AT_MOST_MS, (everyMs ?? 0) / 5) },
  }) as UseQueryResult<Output<C>, Refused>
}

/** Whether the browser says that it has a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listen) => onlineManager.subscribe(listen),
    () => onlineManager.isOnline(),
  )

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

/** By query, of those that will be read again soon. */
const soon = new Map<string, ReturnType<typeof setTimeout>>()
const paces = new WeakMap<Query, Pace>()

onChanges((changed) => {
  forgetEarly()
  for (const query of queryClient.getQueryCache().getAll()) {
    const { live, ofCard } = (query.meta ?? {}) as Pick<Reading, 'live' | 'ofCard'>
    if (live && concerns(changed, live, ofCard)) readSoon(query)
  }
})

function readSoon(query: Query): void {
  if (soon.has(query.queryHash)) return
  const pace = paces.get(query) ?? new Pace(query.meta?.atMostMs as number)
  paces.set(query, pace)
  const wait = (ms: number): void => void soon.set(query.queryHash, setTimeout(read, ms))
  const read = (): void => {
    soon.delete(query.queryHash)
    // The answer that is under way may have been read before the change.
    if (query.state.fetchStatus === 'fetching') return wait(TOGETHER_MS)
    const refetchType = document.hidden ? 'none' : 'active'
    const beginMs = performance.now()
    pace.begin(beginMs)
    void queryClient
      .invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
      .then(() => pace.took(performance.now() - beginMs))
  }
  const ms = pace.waitMs(performance.now())
  if (ms > 0) wait(ms)
  else read()
}

export const refresh = (...calls: readonly Call[]): void => void refreshed(...calls)
/** Resolves once what is shown has been read again. */
export const refreshed = async (...calls: readonly Call[]): Promise<void> => {
  await Promise.all(calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
