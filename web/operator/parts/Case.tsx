/** One case at the desk: its drawer beside the list, its sections, and what can be done with it. */
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Call, Input, Output } from '#contract/core/call.ts'
import { ask } from '#web/parts/client/client.ts'
import type { Refused } from '#web/parts/client/refused.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { paths } from '../paths.ts'
import { Answered } from '#web/parts/Answered.tsx'
import css from './Decision.module.css'

/** A case at its own address beside the list; closing it returns to the list as it was. */
export function CasePage<T>({
  title,
  tag,
  width = 600,
  of,
  query,
  missing,
  children,
}: {
  title: string
  tag?: ReactNode
  width?: number
  /** The list's address. */
  of: string
  query: Pick<UseQueryResult<T, Refused>, 'data' | 'isError' | 'error' | 'refetch'>
  missing?: string
  children: (found: T) => ReactNode
}) {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <Drawer title={title} extra={tag} width={width} onClose={() => void navigate({ pathname: of, search })}>
      <Answered query={query} missing={missing}>
        {(found) => <Stack gap={5}>{children(found)}</Stack>}
      </Answered>
    </Drawer>
  )
}

/** The decision below a case: fields, then what was refused, then the buttons. Always in sight, because what is read above is read for it. */
export function Decision({
  fields,
  problem,
  children,
}: {
  fields?: ReactNode
  problem?: string | undefined
  children?: ReactNode
}) {
  return (
    <Stack className={css.decide}>
      {fields}
      <FormError text={problem} />
      <Row>{children}</Row>
    </Stack>
  )
}

/** Words of somebody, apart from ours. */
export function Quote({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <p className={css.quote}>
      {label && <small>{label}</small>}
      {children}
    </p>
  )
}

/** Links to the approval that something waits for. */
export function ToApproval({ approvalId, children }: { approvalId: string; children: string }) {
  return (
    <Note>
      <Link to={paths.approval(approvalId)}>{children}</Link>
    </Note>
  )
}

export type Holder = { accountId: string; userNo: string; nickname: string }

export function HolderLink({ accountId, userNo, nickname = '' }: Omit<Holder, 'nickname'> & Partial<Holder>) {
  return <Link to={paths.account(accountId)}>{`${userNo} ${nickname}`.trim()}</Link>
}

type Move = { call: Call; input: unknown; finish: (answer: never) => void }

/** The actions on one case: one at a time, and one place for what was refused. `by` gives a button its action. */
export function useMoves(onDone: () => void = () => {}) {
  const { mutate, isPending, variables, error } = useMutation<unknown, Refused, Move>({
    mutationFn: ({ call, input }) => ask(call, input as never, { quiet: true }),
    onSuccess: (answer, { finish }) => finish(answer as never),
  })
  const by = <C extends Call>(call: C, input: Input<C>, finish: (answer: Output<C>) => void = onDone) => ({
    loading: isPending && variables.call === call,
    onClick: () => mutate({ call, input, finish }),
  })
  return { by, problem: error?.says }
}
