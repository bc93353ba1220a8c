import { useId, useState } from 'react'
import { show } from '#contract/core/money.ts'
import { SafeHtml } from '#web/parts/SafeHtml.tsx'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { showRate } from '../cardTones.ts'
import { countryName } from './countryName.ts'
import { useText } from '../text.ts'
import type { Segment } from './useOpening.ts'
import css from './Tiles.module.css'

/** The segments side by side for comparison: product, features, price. */
export function SegmentTiles({
  segments,
  value,
  onChange,
}: {
  segments: readonly Segment[]
  value: string
  onChange: (segment: Segment) => void
}) {
  const t = useText()
  const name = useId()
  const [network, setNetwork] = useState('')
  const [country, setCountry] = useState('')
  const shown = segments.filter((one) => (!network || one.network === network) && (!country || one.country === country))
  const choice = (values: string[], show: (value: string) => string) => [
    { value: '', label: t('cards.open.all') },
    ...[...new Set(values)].map((one) => ({ value: one, label: show(one) })),
  ]
  return (
    <Stack gap={4}>
      <Row gap={3}>
        <Segmented
          label={t('cards.open.network')}
          value={network}
          options={choice(
            segments.map((one) => one.network),
            (one) => (one === 'VISA' ? 'Visa' : 'Mastercard'),
          )}
          onChange={setNetwork}
        />
        <Segmented
          label={t('cards.open.country')}
          value={country}
          options={choice(
            segments.map((one) => one.country),
            countryName,
          )}
          onChange={setCountry}
        />
      </Row>
      {shown.length === 0 && (
        <Empty icon="search" title={t('cards.open.noSegments')} text={t('cards.open.noSegmentsText')} />
      )}
      <div role="radiogroup" aria-label={t('cards.open.segments')} className={css.tiles}>
        {shown.map((segment) => (
          <label key={segment.vid} className={css.tile} data-off={!segment.available}>
            <input
              type="radio"
              name={name}
              value={segment.vid}
              checked={segment.vid === value}
              disabled={!segment.available}
              onChange={() => onChange(segment)}
            />
            <Tile segment={segment} />
          </label>
        ))}
      </div>
    </Stack>
  )
}

function Tile({ segment }: { segment: Segment }) {
  const t = useText()
  return (
    <span className={css.inside}>
      <span className={css.head}>
        <span className={css.mark}>
          <NetworkMark network={segment.network} height={14} />
        </span>
        <b>{segment.name}</b>
        <span className={css.country}>{countryName(segment.country)}</span>
        {segment.tags.includes('HOT') && <Tag tone="warn">{t('cards.open.hot')}</Tag>}
      </span>
      <span className={css.marks}>
        <span data-on={segment.threeDs}>
          {segment.threeDs
            ? t(segment.threeDsBy === 'ISSUER' ? 'cards.open.threeDsByIssuer' : 'cards.open.threeDs')
            : t('cards.open.noThreeDs')}
        </span>
        <span data-on={segment.avs}>{segment.avs ? t('cards.open.avs') : t('cards.open.noAvs')}</span>
      </span>
      <span className={css.prices}>
        <span>
          <small>{t('cards.open.openFee')}</small>
          <b>{segment.openFee === 0 ? t('cards.price.free') : show(segment.openFee)}</b>
        </span>
        <span>
          <small>{t('cards.open.loadFee')}</small>
          <b>{showRate(segment.loadFeeBps)}</b>
        </span>
        <span>
          <small>{t('cards.open.minOpen')}</small>
          <b>{show(segment.minOpen)}</b>
        </span>
      </span>
      <span className={css.desc}>
        {segment.available ? <SafeHtml html={segment.desc} /> : segment.reason}
        <small>
          {[
            ...segment.scene,
            segment.crossBorderBps > 0 && t('cards.open.crossBorder', { rate: showRate(segment.crossBorderBps) }),
            segment.holderMode === 'VERIFIED' && t('cards.open.verifiedOnly'),
            !segment.partialApproval && t('cards.open.noPartial'),
            segment.monthFee > 0 && t('cards.open.monthFee', { fee: show(segment.monthFee) }),
            segment.declineFee > 0 &&
              t('cards.open.declineFee', { fee: show(segment.declineFee), free: segment.freeDeclines }),
            segment.stock !== null && t('cards.open.left', { count: segment.stock }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </span>
  )
}
