import css from './ProgressBar.module.css'

export type Parts = { success: number; failed: number; cancelled: number; total: number }

export const endedOf = ({ success, failed, cancelled }: Parts): number => success + failed + cancelled

/** How far a batch is and how it went, as one coloured bar. */
export function ProgressBar({ label, of }: { label: string; of: Parts }) {
  const { success, failed, cancelled, total } = of
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={endedOf(of)}
    >
      {Object.entries({ success, failed, cancelled }).map(([part, count]) => (
        <i key={part} data-part={part} style={{ width: `${(100 * count) / total}%` }} />
      ))}
    </div>
  )
}
