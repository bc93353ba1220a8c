import { useNavigate } from 'react-router'
import { openCard } from '#contract/cards/cards.ts'
import { grades, type RangeGrade } from '#contract/grades/grades.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { showRate } from '../cards/cardLook.ts'
import { paths } from '../paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Grades.module.css'

/** One segment: its grade, and beside every rate how many attempts it stands on. */
export function GradeRow({ row }: { row: RangeGrade }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(openCard)
  const words = grades[row.grade][langNow()]
  return (
    <li className={css.row} data-grade={row.grade} aria-label={`${row.network} ${row.name}`}>
      <span className={css.grade} aria-label={words} title={words}>
        {row.grade === 'NA' ? '–' : row.grade}
      </span>
      <span className={css.segment}>
        <span>
          <NetworkMark network={row.network} height={12} />
          <b>{row.name}</b>
          {row.recommend === 1 && <Tag tone="ok">{t('grades.recommend')}</Tag>}
        </span>
        <small>{[row.threeDs ? t('grades.supports') : t('grades.lacks'), row.note].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.figure}>
        <small>{t('grades.rate')}</small>
        {row.successRateBps === null ? (
          <b className={css.none}>–</b>
        ) : (
          <>
            <b>{showRate(row.successRateBps)}</b>
            <i className={css.bar} style={{ ['--share' as string]: row.successRateBps / 10_000 }} />
          </>
        )}
      </span>
      <span className={css.figure}>
        <small>{t('grades.sample')}</small>
        <b>{t('grades.sampleOf', { count: row.sample })}</b>
        <small>{t('grades.last30', { count: row.last30 })}</small>
      </span>
      <span className={css.figure}>
        <small>{t('grades.challenges')}</small>
        {row.threeDsShareBps === null ? <b className={css.none}>–</b> : <b>{showRate(row.threeDsShareBps)}</b>}
      </span>
      {may.shown && (
        <Button
          size="s"
          icon="open"
          look={row.recommend ? 'primary' : 'plain'}
          disabled={row.available ? may.reason : t('grades.soldOut')}
          onClick={() => void navigate(`${paths.cardOpen}?vid=${row.vid}`)}
        >
          {t('grades.open')}
        </Button>
      )}
    </li>
  )
}
