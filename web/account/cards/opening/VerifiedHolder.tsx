import { useEffect } from 'react'
import type { Output } from '#contract/core/call.ts'
import { suggestHolder } from '#contract/cards/cards.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Facts, Muted, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { addressLine, holderName } from '../cardTones.ts'
import { useText } from '../text.ts'
import type { HolderForm } from './HolderInputs.tsx'
import type { Segment } from './useOpening.ts'

type Holder = Exclude<Output<typeof suggestHolder>, readonly unknown[]>

/** The account's verified cardholder, where the segment's issuer takes nobody else: fills the form with it. `problem`: why there is none. */
export function useVerifiedHolder(form: HolderForm, segment: Segment | undefined) {
  const only = segment?.holderMode === 'VERIFIED'
  const query = useAsk(suggestHolder, { ...(segment && { vid: segment.vid }) }, { quiet: true, enabled: only })
  const answer = only ? query.data : undefined
  const holder: Holder | undefined = Array.isArray(answer) ? answer[0] : answer
  useEffect(() => {
    if (!holder) return
    const { country: _, phone: __, ...typed } = holder
    form.set(typed)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [holder])
  return { only, holder, problem: only ? query.error?.says : undefined }
}

/** Nothing can be typed here. */
export function VerifiedHolder({ holder, problem }: { holder: Holder | undefined; problem: string | undefined }) {
  const t = useText()
  if (problem) return <Note tone="warn">{problem}</Note>
  if (!holder) return <Skeleton height={72} />
  return (
    <Stack gap={3}>
      <Facts
        facts={[
          [t('cards.column.holder'), holderName(holder)],
          [t('cards.drawer.address'), addressLine(holder)],
        ]}
      />
      <Muted as="p">{t('cards.open.verifiedText')}</Muted>
    </Stack>
  )
}
