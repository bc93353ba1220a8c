import { useState, type CSSProperties, type ReactNode } from 'react'
import type { Call, Input } from '#contract/core/call.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './Picture.module.css'
import { usePicture } from './usePicture.ts'

/** Fetched only when shown, because viewing may be logged; a click enlarges it. */
export function Picture<C extends Call>({
  call,
  input,
  name,
  larger,
  failed,
  height,
  around = (picture) => picture,
}: {
  call: C
  input: Input<C>
  name: string
  /** The click's action, in words. */
  larger: string
  /** Shown if it cannot be loaded and the server gave no reason. */
  failed: string
  height: number
  /** An overlay for both sizes. */
  around?: (picture: ReactNode) => ReactNode
}) {
  const [isLarge, setLarge] = useState(false)
  const { src, failed: hasFailed, refused } = usePicture(call, input)
  if (hasFailed)
    return (
      <p className={css.failed} role="alert">
        {refused ?? failed}
      </p>
    )
  if (!src) return <Skeleton height={height} radius={8} />
  const size = { '--picture-height': `${height}px` } as CSSProperties
  const picture = around(<img src={src} alt={name} draggable={false} />)
  return (
    <>
      <button type="button" className={css.frame} style={size} aria-label={larger} onClick={() => setLarge(true)}>
        {picture}
      </button>
      {isLarge && (
        <Dialog title={name} width={1080} onClose={() => setLarge(false)}>
          <div className={css.large}>{picture}</div>
        </Dialog>
      )}
    </>
  )
}
