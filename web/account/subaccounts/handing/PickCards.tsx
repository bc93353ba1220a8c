import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listBatches } from '#contract/cards/batches.ts'
import { listCardGroups } from '#contract/cards/groups.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { showTime } from '#web/parts/dates.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, Input, Select } from '#web/ui/forms/Input.tsx'
import { Grid, Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { cardsOfBatch } from './handOver.ts'
import { narrowed, orders, type Order } from './picking.ts'
import { useText } from './text.ts'
import { READ_AT_MOST, useCards } from './useCards.ts'
import css from './Handing.module.css'

/** Fewer are seen at a glance. */
const FEW = 5

/** Cards to hand over: the account's own, or those to reclaim from one sub-account. */
export function PickCards({
  of,
  chosen,
  onChange,
}: {
  /** Absent: the account's own. */
  of?: string
  chosen: readonly string[]
  onChange: (cardIds: string[]) => void
}) {
  const t = useText()
  const { cards, total, isRead } = useCards(of)
  const [find, setFind] = useState('')
  const [gid, setGid] = useState('')
  const [order, setOrder] = useState<Order>('newest')
  const [batchNo, setBatchNo] = useState('')
  const among = useBatch(batchNo)
  const groups = useAsk(listCardGroups, { pageNo: 1, pageSize: 200 }, { quiet: true }).data?.data ?? []
  const batches = useAsk(listBatches, { pageNo: 1, pageSize: 20, kind: 'OPEN' }, { quiet: true }).data?.data ?? []
  const shown = narrowed(cards, { find, gid, among, order })
  const picked = new Set(chosen)
  const every = shown.length > 0 && shown.every(({ cardId }) => picked.has(cardId))
  const some = !every && shown.some(({ cardId }) => picked.has(cardId))
  const all = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const box = all.current?.querySelector('input')
    if (box) box.indeterminate = some
  })

  if (total === undefined) return <SkeletonLines lines={3} />
  if (isRead && cards.length === 0) return <Muted as="p">{t('subaccounts.cardsNone')}</Muted>
  const put = (cardIds: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const cardId of cardIds)
      if (on) next.add(cardId)
      else next.delete(cardId)
    onChange([...next])
  }
  return (
    <Stack gap={3}>
      {cards.length > FEW && (
        <Grid gap={3} min={150}>
          <Field label={t('parts.search')}>
            {(wiring) => (
              <Input
                {...wiring}
                type="search"
                autoComplete="off"
                placeholder={t('handing.pick.find')}
                value={find}
                onChange={setFind}
              />
            )}
          </Field>
          {groups.length > 0 && (
            <Field label={t('handing.pick.group')}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={gid}
                  onChange={setGid}
                  placeholder={t('parts.all')}
                  options={groups.map((group) => ({ value: group.gid, label: group.name }))}
                />
              )}
            </Field>
          )}
          {batches.length > 0 && of === undefined && (
            <Field label={t('handing.pick.batch')}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={batchNo}
                  onChange={setBatchNo}
                  placeholder={t('parts.all')}
                  options={batches.map((batch) => ({
                    value: batch.batchNo,
                    label: `${batch.total} · ${showTime(batch.createTime)}`,
                  }))}
                />
              )}
            </Field>
          )}
          <Field label={t('handing.pick.order')}>
            {(wiring) => (
              <Select
                {...wiring}
                value={order}
                onChange={setOrder}
                options={orders.map((value) => ({ value, label: t(`handing.pick.orders.${value}`) }))}
              />
            )}
          </Field>
        </Grid>
      )}
      <Row between>
        <span ref={all}>
          <Checkbox
            checked={every}
            disabled={shown.length === 0}
            onChange={(on) =>
              put(
                shown.map(({ cardId }) => cardId),
                on,
              )
            }
          >
            {t('handing.pick.all', { count: shown.length })}
          </Checkbox>
        </span>
        <Muted>
          <span role="status">
            {isRead
              ? t('handing.pick.chosen', { count: chosen.length })
              : t('handing.pick.loading', { done: cards.length, total })}
          </span>
        </Muted>
      </Row>
      {shown.length === 0 ? (
        <Muted as="p">{t('parts.nothingFound')}</Muted>
      ) : (
        <Rows framed className={css.picks} tabIndex={0}>
          {shown.map((card) => (
            <li key={card.cardId}>
              <Checkbox checked={picked.has(card.cardId)} onChange={(on) => put([card.cardId], on)}>
                {card.segment.slice(0, 6)} ···· {card.lastFour} {card.remark && <Muted>{card.remark}</Muted>}
              </Checkbox>
              <Money cents={card.balance} />
            </li>
          ))}
        </Rows>
      )}
      {total > READ_AT_MOST && <Muted as="p">{t('handing.pick.capped', { max: READ_AT_MOST })}</Muted>}
    </Stack>
  )
}

/** The cards that a batch has opened, once they are known; none until then. */
function useBatch(batchNo: string): ReadonlySet<string> | undefined {
  const [found, setFound] = useState<{ batchNo: string; cards: ReadonlySet<string> }>()
  useEffect(() => {
    if (batchNo === '') return
    let current = true
    cardsOfBatch(batchNo).then(
      (cards) => current && setFound({ batchNo, cards: new Set(cards.map(({ cardId }) => cardId)) }),
      (error: unknown) => {
        if (!asRefused(error)) throw error
      },
    )
    return () => {
      current = false
    }
  }, [batchNo])
  if (batchNo === '') return undefined
  return found?.batchNo === batchNo ? found.cards : nothing
}
const nothing: ReadonlySet<string> = new Set()
