import css from './Skeleton.module.css'

/** A placeholder for loading content. Purely visual; the loading region announces itself with `aria-busy`. */
export function Skeleton({
  width = '100%',
  height = 14,
  radius,
}: {
  width?: number | string
  height?: number | string
  radius?: number
}) {
  return <span className={css.bone} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
}

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <span className={css.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </span>
  )
}
