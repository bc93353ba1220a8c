import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './Trades.module.css'

/** As high as the warning levels, which are loaded after the list: otherwise the list would be pushed down while somebody reads it. */
export const LadderPlace = () => (
  <div className={css.ladderPlace}>
    <Skeleton height="100%" radius={12} />
  </div>
)
