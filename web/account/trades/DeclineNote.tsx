import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { DeclineReason } from '../../../contract/declines.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useReachable } from '../layout/useReachable.ts'
import { cures, placeOf } from './cures.ts'
import { adviceOf, declineOf, type Authorization } from './tradeLook.ts'
import css from './Trade.module.css'

/** Why it was declined and what to do about it: the first thing that somebody with a declined card looks for. */
export function DeclineNote({ auth }: { auth: Authorization }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reachable = useReachable()
  const decline = declineOf(auth.reason)
  const ways = decline
    ? cures[auth.reason as DeclineReason].map((cure) => ({ cure, ...placeOf(cure, auth.cardId) }))
    : []
  return (
    <section className={css.decline} aria-label={t('trades.one.declined')}>
      <p className={css.declineWhy}>
        <Icon name="warn" size={20} />
        {auth.reasonText}
      </p>
      <p className={css.declineDo}>{adviceOf(auth.reason)}</p>
      <div className={css.ways}>
        {ways
          .filter(({ page }) => reachable(page))
          .map(({ cure, to }, index) => (
            <Button key={cure} look={index === 0 ? 'primary' : 'plain'} onClick={() => void navigate(to)}>
              {t(`trades.cure.${cure}`)}
            </Button>
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
