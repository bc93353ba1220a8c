import { deskSlip } from '#contract/funding/desk/wires.ts'
import { Picture } from '#web/parts/Picture.tsx'
import { useText } from '../text.ts'

/** A slip that somebody asked to see: to fetch it is written down, so it is not fetched before. Small print is read large. */
export function SlipPicture({ topupId, fileId, n }: { topupId: string; fileId: string; n: number }) {
  const t = useText()
  return (
    <Picture
      call={deskSlip}
      wish={{ topupId, fileId }}
      name={t('wires.slipName', { n })}
      larger={t('wires.slipLarger', { n })}
      failed={t('wires.slipFailed')}
      height={320}
    />
  )
}
