import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { showCard } from '../../../contract/cards.ts'
import { showTime } from '../../parts/dates.ts'
import { useAsk } from '../../parts/queries.ts'
import { CardFace } from '../../ui/CardFace.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Money } from '../../ui/Money.tsx'
import { Facts, Stat } from '../../ui/Panel.tsx'
import { Skeleton, SkeletonLines } from '../../ui/Skeleton.tsx'
import { StatusTag } from '../../ui/Tag.tsx'
import { paths } from '../paths.ts'
import { expiryOf, statusTone, veilOf } from './cardLook.ts'
import css from './Cards.module.css'

/** One card, beside the list that it was opened from. It has its own address. */
export default function CardPage() {
  const { t } = useTranslation()
  const { cardId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useAsk(showCard, { cardId }, { quiet: true, everyMs: 10_000 })
  const close = () => void navigate({ pathname: paths.cardList, search })
  const card = query.data?.card

  return (
    <Drawer
      title={card ? t('cards.cardEnding', { lastFour: card.lastFour ?? '····' }) : t('cards.card')}
      onClose={close}
      extra={card && <StatusTag tone={statusTone[card.status]} text={card.statusText} />}
    >
      {query.isError && !card && <Empty icon="warn" title={t('parts.loadFailed')} text={query.error.says} />}
      {query.isPending && (
        <div className={css.detail}>
          <Skeleton height={220} radius={14} />
          <SkeletonLines lines={5} />
        </div>
      )}
      {card && (
        <div className={css.detail}>
          <div className={css.face}>
            <CardFace
              network={card.network}
              segment={card.segment}
              lastFour={card.lastFour}
              holder={`${card.firstName} ${card.lastName}`}
              expiry={expiryOf(card)}
              veil={veilOf(card.status)}
            />
          </div>
          <div className={css.stats}>
            <Stat label={t('cards.column.available')} value={<Money cents={card.available} unit={card.unit} />} />
            <Stat label={t('cards.column.pending')} value={<Money cents={card.pending} unit={card.unit} />} />
            <Stat label={t('cards.column.consume')} value={<Money cents={card.consume} unit={card.unit} />} />
          </div>
          <Facts
            facts={[
              [
                t('cards.column.serial'),
                <>
                  {card.cardSeqNo}
                  <CopyButton text={card.cardSeqNo} />
                </>,
              ],
              [t('cards.column.holder'), `${card.firstName} ${card.lastName}`],
              [t('cards.column.segment'), `${card.segment} · ${card.network}`],
              [t('cards.column.deposit'), <Money cents={card.deposit} unit={card.unit} />],
              [
                t('cards.column.address'),
                [
                  card.address.street,
                  card.address.city,
                  card.address.state,
                  card.address.zipCode,
                  card.address.country,
                ].join(', '),
              ],
              [t('cards.column.openDate'), showTime(card.openDate)],
            ]}
          />
        </div>
      )}
    </Drawer>
  )
}
