import { useNavigate } from 'react-router'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { useReachable } from '../useReachable.ts'
import { paths } from '../paths.ts'
import type { Tab } from './tabs.ts'
import { useText } from './text.ts'

export function NoTrades({ tab }: { tab: Tab }) {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  return (
    <Empty
      icon={tab === 'declined' ? 'check' : 'trades'}
      title={t(`trades.none.${tab}`)}
      text={t(`trades.none.${tab}Text`)}
      action={
        tab !== 'declined' &&
        reachable(paths.cardList) && (
          <Button icon="cards" onClick={() => void navigate(paths.cardList)}>
            {t('trades.none.open')}
          </Button>
        )
      }
    />
  )
}
