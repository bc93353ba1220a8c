import { useState } from 'react'
import { deskSlip } from '../../../contract/wireDesk.ts'
import { usePicture } from '../../parts/usePicture.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useSay } from '../say.ts'
import css from './Wires.module.css'

/** A slip that somebody asked to see: to fetch it is written down, so it is not fetched before. Small print is read large. */
export function SlipPicture({ topupId, fileId, n }: { topupId: string; fileId: string; n: number }) {
  const { t } = useSay()
  const [large, setLarge] = useState(false)
  const { src, failed } = usePicture(deskSlip, { topupId, fileId })
  if (failed)
    return (
      <p className={css.quiet} role="alert">
        {t('wires.slipFailed')}
      </p>
    )
  if (!src) return <Skeleton height={220} radius={8} />
  return (
    <>
      <button
        type="button"
        className={css.slip}
        aria-label={t('wires.slipLarger', { n })}
        onClick={() => setLarge(true)}
      >
        <img src={src} alt={t('wires.slipName', { n })} />
      </button>
      {large && (
        <Dialog title={t('wires.slipName', { n })} width={1080} onClose={() => setLarge(false)}>
          <img className={css.large} src={src} alt={t('wires.slipName', { n })} />
        </Dialog>
      )}
    </>
  )
}
