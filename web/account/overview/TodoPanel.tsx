import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/parts/client/useSession.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { paths } from '../paths.ts'
import { useOpenCodes } from '../threeD/useOpenCodes.ts'
import type { Figures } from './figures.tsx'
import { useText } from './text.ts'
import type { overview } from './text.cn.ts'
import css from './Overview.module.css'

type Line = {
  key: Exclude<keyof (typeof overview)['todo'], 'act' | 'days' | 'none' | 'noneText'>
  to: string
  value: ReactNode
}

/** Items that need attention now, most serious first. */
export function TodoPanel({ figures }: { figures: Figures }) {
  const t = useText()
  const codes = useOpenCodes().length
  const { UserInfo, subAccount } = useSession()
  const status = UserInfo?.statusList
  const closing = status?.standing === 'CLOSING'
  // Nothing can be topped up then: the banner says what to do.
  const frozen = status?.standing === 'FROZEN'
  const { auth, todo, wallet, cards } = figures
  const owed = wallet.usdReceivable ?? 0
  const shutdown = status?.risk === 'SHUTDOWN'
  const lines: Line[] = []
  const add = (is: boolean, key: Line['key'], to: string, value?: ReactNode) =>
    void (is && lines.push({ key, to, value }))
  const { declines } = paths
  add(closing && !subAccount, 'closing', paths.accountDialog('close'))
  add(shutdown, 'shutdown', declines)
  add(owed > 0 && !frozen, 'owed', paths.rechargeIndex, <Money cents={owed} />)
  add(!shutdown && auth.declineRateBps >= auth.thresholdBps * 0.6, 'rate', declines)
  add(codes > 0, 'otp', paths.threeD, codes)
  add(todo.requests > 0, 'requests', `${paths.subAccounts}?tab=asks`, todo.requests)
  add(todo.dryCards > 0 && !frozen, 'dry', `${paths.cardList}?status=ACTIVE&sort=balance`, todo.dryCards)
  add(todo.planDays !== null, 'plan', paths.shop, t('overview.todo.days', { count: todo.planDays ?? 0 }))
  add(todo.seatsEnding > 0, 'seats', paths.subAccounts, todo.seatsEnding)
  add(todo.cardsExpiring > 0, 'expiring', `${paths.cardList}?status=ACTIVE`, todo.cardsExpiring)
  add(todo.forecastPending > 0, 'forecast', paths.financeAudit, todo.forecastPending)
  add(cards.pending > 0, 'pending', `${paths.cardList}?status=PENDING`, cards.pending)
  add(!closing && !frozen && (wallet.usdBalance ?? 0) === 0, 'empty', paths.rechargeIndex)
  return (
    <Panel title={t('overview.todoTitle')}>
      {lines.length === 0 ? (
        <Empty icon="check" title={t('overview.todo.none')} text={t('overview.todo.noneText')} />
      ) : (
        <ul className={css.todo}>
          {lines.map(({ key, to, value }) => (
            <li key={key}>
              <Link to={to}>
                <Icon name="warn" />
                <span>{t(`overview.todo.${key}`)}</span>
                {value !== undefined && <b>{value}</b>}
                <em>{t(`overview.todo.act.${key}`)}</em>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
