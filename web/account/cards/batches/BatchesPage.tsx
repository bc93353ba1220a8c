import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { deleteBatch, listBatches, loadBatch, openBatch, type Batch } from '#contract/cards/batches.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { Turner } from '../Turner.tsx'
import { Bar } from './Bar.tsx'
import { batchTone, batchWord, kindIcon } from './batchTones.ts'
import { useText } from './text.ts'
import css from './Batches.module.css'

const PAGE = 20

/** All batches with their current status, newest first, and links to start another. */
export default function BatchesPage() {
  const t = useText()
  const navigate = useNavigate()
  const [pageNo, setPageNo] = useState(1)
  const query = useAsk(listBatches, { pageNo, pageSize: PAGE }, { everyMs: 2_000, live: ['cards'], quiet: true })
  return (
    <Drawer title={t('batches.tasks')} onClose={() => void navigate(paths.cardList)}>
      <Stack gap={4}>
        <Ways />
        <Answered query={query} skeleton={<Skeleton height={240} radius={14} />}>
          {(page) =>
            page.data.length === 0 ? (
              <Empty icon="log" title={t('batches.none')} text={t('batches.noneText')} />
            ) : (
              <>
                <Stack as="ul">
                  {page.data.map((batch) => (
                    <li key={batch.batchNo}>
                      <One batch={batch} />
                    </li>
                  ))}
                </Stack>
                <Turner page={page} onTurn={setPageNo} />
              </>
            )
          }
        </Answered>
      </Stack>
    </Drawer>
  )
}

function One({ batch }: { batch: Batch }) {
  const t = useText()
  return (
    <Link to={paths.batch(batch.batchNo)} className={css.one}>
      <Row>
        <Icon name={kindIcon[batch.kind]} size={18} />
        <b>{t(`batches.kind.${batch.kind}`)}</b>
        <StatusTag tone={batchTone[batch.status]} text={batchWord(batch.status)} />
        <Muted>{showTime(batch.createTime)}</Muted>
      </Row>
      <Bar batch={batch} />
    </Link>
  )
}

/** Actions that need no selection: with pasted cards. */
function Ways() {
  const t = useText()
  const navigate = useNavigate()
  const ways = [
    { may: useMay(openBatch), kind: 'OPEN', to: paths.cardBatchOpen },
    { may: useMay(loadBatch), kind: 'LOAD', to: paths.cardsBatch('load') },
    { may: useMay(deleteBatch), kind: 'DELETE', to: paths.cardsBatch('delete') },
  ] as const
  return (
    <Row>
      {ways
        .filter(({ may }) => may.shown)
        .map(({ may, kind, to }) => (
          <Button key={kind} icon={kindIcon[kind]} disabled={may.reason} onClick={() => void navigate(to)}>
            {t(`batches.kind.${kind}`)}
          </Button>
        ))}
    </Row>
  )
}
