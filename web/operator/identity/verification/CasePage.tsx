import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { showCase, type revealCase } from '#contract/identity/desk/cases.ts'
import { showTime } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Facts, Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, Tag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { paths } from '#web/operator/paths.ts'
import { caseTone, countryName } from './caseLook.ts'
import { CaseMoves } from './CaseMoves.tsx'
import { Papers } from './Papers.tsx'
import { useText } from '../text.ts'
import css from './Identity.module.css'

const LIVE_MS = 15_000

/** One case: its pictures beside what they should say, and the decision. */
export default function CasePage() {
  const { orderNo = '' } = useParams()
  return <Case key={orderNo} orderNo={orderNo} />
}

function Case({ orderNo }: { orderNo: string }) {
  const t = useText()
  const may = useHolds('staff:identity.reveal')
  const query = useAsk(showCase, { orderNo }, { everyMs: LIVE_MS, quiet: true })
  const [clear, setClear] = useState<Output<typeof revealCase>>()
  const found = query.data
  const back = <Link to={paths.identity}>{t('verification.back')}</Link>
  if (query.isError && !found)
    return <Empty icon="search" title={t('verification.missing')} text={query.error.says} action={back} />
  if (!found) return <Skeleton height={420} radius={12} />
  const person = clear ?? found.person
  const { company } = found
  return (
    <PageFrame>
      <div className={css.head}>
        <h2>{found.nickname}</h2>
        <Link to={paths.account(found.accountId)} className={css.no}>
          {found.userNo}
        </Link>
        <Tag tone={found.type === 'BUSINESS' ? 'brand' : 'quiet'}>{found.typeText}</Tag>
        <StatusTag tone={caseTone[found.status]} text={found.statusText} />
        <span className={css.right}>{back}</span>
      </div>
      <div className={css.columns}>
        <Papers found={found} clear={clear} onClear={setClear} may={may} />
        <div className={css.side}>
          <Panel title={t('verification.person')}>
            <Facts
              facts={[
                [t('verification.name'), <span className={css.said}>{person.realName || '–'}</span>],
                [t('verification.idType'), found.idTypeText || '–'],
                [t('verification.idNo'), <span className={css.said}>{person.idNo || '–'}</span>],
                [t('verification.country'), countryName(found.country)],
                [t('verification.contact'), <span className={css.said}>{person.contact || '–'}</span>],
                [t('verification.sent'), showTime(found.sentTime)],
              ]}
            />
          </Panel>
          {company && (
            <Panel title={t('verification.company')}>
              <Facts
                facts={[
                  [t('verification.companyName'), company.name],
                  [t('verification.regNo'), company.regNo],
                  [t('verification.legal'), <span className={css.said}>{person.legalPerson || '–'}</span>],
                  [t('verification.address'), company.address],
                  ...(company.website ? [[t('verification.website'), company.website] as const] : []),
                ]}
              />
            </Panel>
          )}
          <Panel title={t('verification.decision')}>
            <CaseMoves found={found} />
          </Panel>
          {found.earlier.length > 0 && (
            <Panel title={t('verification.earlier')}>
              <Facts
                facts={found.earlier.map((one) => [
                  <Link to={paths.identityCase(one.orderNo)}>{showTime(one.time)}</Link>,
                  [one.statusText, one.reason].filter(Boolean).join(' · '),
                ])}
              />
            </Panel>
          )}
        </div>
      </div>
    </PageFrame>
  )
}
