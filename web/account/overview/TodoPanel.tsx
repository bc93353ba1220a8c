import { useTranslation } from 'react-i18next'
import { useSession } from '../../parts/useSession.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Figures } from './figures.ts'
import css from './Overview.module.css'

/** What needs a person now, the gravest first. */
export function TodoPanel({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const status = useSession().UserInfo?.statusList
  const { auth, todo, wallet, cards } = figures
  const owed = wallet.usdReceivable ?? 0
  const lines = [
    status?.risk === 'SHUTDOWN' && { key: 'shutdown', text: t('overview.todo.shutdown'), value: undefined },
    owed > 0 && { key: 'owed', text: t('overview.todo.owed'), value: <Money cents={owed} /> },
    status?.risk !== 'SHUTDOWN' &&
      auth.declineRateBps >= auth.thresholdBps * 0.6 && {
        key: 'rate',
        text: t('overview.todo.rate'),
        value: undefined,
      },
    todo.otp > 0 && { key: 'otp', text: t('overview.todo.otp'), value: todo.otp },
    todo.forecastPending > 0 && { key: 'forecast', text: t('overview.todo.forecast'), value: todo.forecastPending },
    cards.pending > 0 && { key: 'pending', text: t('overview.todo.pending'), value: cards.pending },
    (wallet.usdBalance ?? 0) === 0 && { key: 'empty', text: t('overview.todo.empty'), value: undefined },
  ].filter((line) => line !== false)
  return (
    <Panel title={t('overview.todoTitle')}>
      {lines.length === 0 ? (
        <Empty icon="check" title={t('overview.todo.none')} text={t('overview.todo.noneText')} />
      ) : (
        <ul className={css.todo}>
          {lines.map(({ key, text, value }) => (
            <li key={key}>
              <span className={css.line}>
                <Icon name="warn" />
                {text}
                {value !== undefined && <b>{value}</b>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
