import { downloadFileHere } from '#contract/funding/forecasts.ts'
import { usePicture } from '#web/parts/usePicture.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from './Forecasts.module.css'

/** The user's own slip: fetched with the token in the header, so that its address alone opens nothing. */
export function SlipPicture({ fileId, name }: { fileId: string; name: string }) {
  const { src, failed } = usePicture(downloadFileHere, { fileId, inline: '1' })
  if (failed) return <Icon name="warn" size={20} />
  if (!src) return <Skeleton height={88} radius={8} />
  return (
    <a href={src} target="_blank" rel="noreferrer" className={css.picture}>
      <img src={src} alt={name} />
    </a>
  )
}
