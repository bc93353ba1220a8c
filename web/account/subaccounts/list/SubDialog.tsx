import type { ShownSub } from '../changed.ts'
import { EditSub } from './EditSub.tsx'
import { FreezeSub } from './FreezeSub.tsx'
import { HandOver } from './HandOver.tsx'
import { RenewSubs } from '../RenewSubs.tsx'
import { ResetPassword } from './ResetPassword.tsx'

export type What = 'edit' | 'renew' | 'cards' | 'password' | 'freeze'
export type Doing = { what: What; subs: readonly ShownSub[] }

/** What is being done, over the list. */
export function SubDialog({ doing, onClose, onDone }: { doing: Doing; onClose: () => void; onDone: () => void }) {
  const { what, subs } = doing
  const sub = subs[0]!
  if (what === 'renew') return <RenewSubs subs={subs} onClose={onClose} onDone={onDone} />
  const One = { edit: EditSub, cards: HandOver, password: ResetPassword, freeze: FreezeSub }[what]
  return <One sub={sub} onClose={onClose} />
}
