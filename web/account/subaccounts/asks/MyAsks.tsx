import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { pages, type PageId } from '#contract/core/permissions.ts'
import { askKinds, listAsks, type AskKind } from '#contract/subaccounts/subaccounts.ts'
import { langNow } from '#web/text.ts'
import { showTime } from '#web/parts/dates.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import AskDialog from './AskDialog.tsx'
import { askTone, askWords } from './askTones.ts'
import { useText } from '../text.ts'

const SHOWN = 5

/** On a sub-account's home page: its requests to its parent and their outcome. */
export default function MyAsks({ expired }: { expired: boolean }) {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('ask')
  const [asking, setAsking] = useState<AskKind | undefined>(
    wanted && wanted in askKinds ? (wanted as AskKind) : undefined,
  )
  // The page that was refused, if the request comes from there.
  const page = search.get('page')
  const note =
    page && Object.hasOwn(pages, page)
      ? t('subaccounts.ask.forPage', { page: pages[page as PageId].name[langNow()] })
      : undefined
  const query = useAsk(listAsks, { pageNo: 1, pageSize: SHOWN }, { quiet: true, everyMs: 5_000, live: ['account'] })
  const asks = query.data?.data
  const close = () => {
    setAsking(undefined)
    if (wanted) setSearch({}, { replace: true })
  }
  return (
    <Panel
      title={t('subaccounts.mine.title')}
      extra={
        <Button size="s" guardMs={0} onClick={() => setAsking(expired ? 'RENEW' : 'BUDGET')}>
          {t(expired ? 'subaccounts.mine.askRenew' : 'subaccounts.mine.ask')}
        </Button>
      }
    >
      {expired && (
        <p role="alert">
          <b>{t('subaccounts.mine.expired')}</b> {t('subaccounts.mine.expiredText')}
        </p>
      )}
      {!asks ? (
        <SkeletonLines lines={3} />
      ) : asks.length === 0 ? (
        <Muted as="p">{t('subaccounts.mine.none')}</Muted>
      ) : (
        <Stack as="ul">
          {asks.map((ask) => (
            <Row as="li" between key={ask.askId}>
              <Stack as="span" gap={1}>
                {askWords(ask)}
                <Muted as="small">{ask.answer || showTime(ask.createTime)}</Muted>
              </Stack>
              <StatusTag tone={askTone[ask.status]} text={ask.statusText} />
            </Row>
          ))}
        </Stack>
      )}
      {asking && <AskDialog kind={asking} note={note} onClose={close} />}
    </Panel>
  )
}
