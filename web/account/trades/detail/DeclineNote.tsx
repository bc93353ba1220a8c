import { useNavigate } from 'react-router'
import type { DeclineReason } from '#contract/trades/declines.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useReachable } from '#web/account/useReachable.ts'
import { cures, ways, type Cure } from './cures.ts'
import { adviceOf, declineOf, type Authorization } from '../tradeLook.ts'
import { useText } from '../text.ts'
import css from './Trade.module.css'

/** Why it was declined and what to do about it: the first thing that somebody with a declined card looks for. */
export function DeclineNote({ auth }: { auth: Authorization }) {
  const t = useText()
  const reachable = useReachable()
  const decline = declineOf(auth.reason)
  const possible = decline ? cures[auth.reason as DeclineReason].filter((cure) => reachable(ways[cure].page)) : []
  return (
    <section className={css.decline} aria-label={t('trades.one.declined')}>
      <p className={css.declineWhy}>
        <Icon name="warn" size={20} />
        {auth.reasonText}
      </p>
      <p className={css.declineDo}>{adviceOf(auth.reason)}</p>
      <div className={css.ways}>
        {possible.map((cure, index) => (
          <Way key={cure} cure={cure} cardId={auth.cardId} first={index === 0} />
        ))}
      </div>
      {decline && (
        <p className={css.declineFacts}>
          <Tag tone={decline.counted ? 'warn' : 'quiet'} dot={decline.counted}>
            {t(decline.counted ? 'trades.one.countsYes' : 'trades.one.countsNo')}
          </Tag>
          <span>{t('trades.one.network', { code: decline.iso })}</span>
        </p>
      )}
    </section>
  )
}

function Way({ cure, cardId, first }: { cure: Cure; cardId: string; first: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const { to, by } = ways[cure]
  const may = useMay(by)
  if (!may.shown) return null
  return (
    <Button look={first ? 'primary' : 'plain'} disabled={may.reason} onClick={() => void navigate(to(cardId))}>
      {t(`trades.cure.${cure}`)}
    </Button>
  )
}
