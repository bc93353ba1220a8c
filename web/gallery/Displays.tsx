import { CardFace } from '../ui/CardFace.tsx'
import { Donut } from '../ui/charts/Donut.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { Split } from '../ui/charts/Split.tsx'
import { TrendChart } from '../ui/charts/TrendChart.tsx'
import { Panel, Stat } from '../ui/dialogs/Panel.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Button } from '../ui/forms/Button.tsx'
import { Facts, Grid, Muted, Row, Stack } from '../ui/layout.tsx'
import { Money } from '../ui/Money.tsx'
import { Note } from '../ui/Notes.tsx'
import { PriceLines } from '../ui/PriceLines.tsx'
import { SkeletonLines } from '../ui/Skeleton.tsx'
import { StatusTag, Tag } from '../ui/tags/Tag.tsx'
import { TagChip } from '../ui/tags/TagChip.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import { useText } from './text.ts'

const tones = { ok: 'active', warn: 'pending', bad: 'deleted', info: 'info', quiet: 'frozen', brand: 'brand' } as const

export function Tags() {
  const t = useText()
  const all = Object.keys(tones) as (keyof typeof tones)[]
  return (
    <Panel title={t('gallery.tags')}>
      <Stack>
        <Row>
          {all.map((tone) => (
            <Tag key={tone} tone={tone}>
              {t(`gallery.${tones[tone]}`)}
            </Tag>
          ))}
        </Row>
        <Row gap={4}>
          {all.map((tone) => (
            <StatusTag key={tone} tone={tone} text={t(`gallery.${tones[tone]}`)} />
          ))}
        </Row>
        <Row>
          {['gray', 'red', 'orange', 'gold', 'green', 'cyan', 'blue', 'purple'].map((hue) => (
            <TagChip key={hue} name={t('gallery.tagName')} hue={hue} />
          ))}
        </Row>
      </Stack>
    </Panel>
  )
}

export function Figures() {
  const t = useText()
  return (
    <Grid min={300}>
      <Panel title={t('gallery.figures')}>
        <Stack gap={4}>
          <Row gap={6}>
            <Stat label={t('gallery.balance')} value={<Money cents={1030_16} size="xl" />} note={<Muted>USD</Muted>} />
            <Stat label={t('gallery.spent')} value={<Money cents={-214_90} sign="always" size="l" />} />
          </Row>
          <Facts
            facts={[
              [t('gallery.limit'), <Money cents={5000_00} />],
              [t('gallery.status'), <StatusTag tone="ok" text={t('gallery.active')} />],
              [t('gallery.merchant'), 'Google Ads'],
            ]}
          />
        </Stack>
      </Panel>
      <Panel title={t('gallery.lines')}>
        <PriceLines
          lines={[
            { label: t('gallery.load'), cents: 100_00 },
            { label: t('gallery.openFee'), cents: 2_00 },
          ]}
          total={{ label: t('gallery.total'), cents: 102_00 }}
        />
      </Panel>
      <Panel title={t('gallery.card')}>
        <CardFace network="VISA" segment="411100" lastFour="0000" holder="LIN HAORAN" expiry="09/29" />
      </Panel>
    </Grid>
  )
}

export function States() {
  const t = useText()
  return (
    <Grid min={300}>
      <Panel title={t('gallery.notes')}>
        <Stack>
          <Note>{t('gallery.noteInfo')}</Note>
          <Note tone="warn">{t('gallery.noteWarn')}</Note>
          <Note tone="bad">{t('gallery.noteBad')}</Note>
        </Stack>
      </Panel>
      <Panel>
        <Empty
          icon="cards"
          title={t('gallery.empty')}
          text={t('gallery.emptyText')}
          action={<Button look="primary">{t('gallery.primary')}</Button>}
        />
      </Panel>
      <Panel title={t('gallery.loading')}>
        <SkeletonLines lines={5} />
      </Panel>
      <Panel title={t('gallery.steps')}>
        <Timeline
          label={t('gallery.steps')}
          steps={[
            { key: 'paid', state: 'done', title: t('gallery.stepPaid'), time: '14:02' },
            { key: 'confirmed', state: 'now', title: t('gallery.stepConfirmed'), text: '12 / 19' },
            { key: 'credited', state: 'todo', title: t('gallery.stepDone') },
          ]}
        />
      </Panel>
    </Grid>
  )
}

const week = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

export function Charts() {
  const t = useText()
  const spent = [120_00, 80_50, 210_00, 160_00, 90_00, 240_00, 130_00]
  return (
    <Panel title={t('gallery.charts')}>
      <Grid min={300} gap={5}>
        <TrendChart
          label={t('gallery.trend')}
          days={week}
          series={[{ name: t('gallery.spent'), values: spent, kind: 'area', color: 1, show: dollars }]}
        />
        <Donut
          slices={[
            { name: t('gallery.active'), value: 42, color: 1, shown: '42' },
            { name: t('gallery.frozen'), value: 9, color: 3, shown: '9' },
            { name: t('gallery.deleted'), value: 5, color: 5, shown: '5' },
          ]}
          middle="56"
        />
        <Stack gap={4}>
          <Meter label={t('gallery.limit')} value={62} limit={80} full={100} shown="62%" shownLimit="80%" />
          <Split
            label={t('gallery.ofCards')}
            show={(count) => String(count)}
            parts={[
              { name: t('gallery.active'), value: 42, color: 1 },
              { name: t('gallery.frozen'), value: 9, color: 3 },
            ]}
          />
        </Stack>
      </Grid>
    </Panel>
  )
}
