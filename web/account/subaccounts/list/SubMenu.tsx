import { useNavigate } from 'react-router'
import { renewSubs } from '#contract/subaccounts/subaccounts.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { paths } from '#web/account/paths.ts'
import type { ShownSub } from '../changed.ts'
import type { What } from './SubDialog.tsx'
import { useText } from '../text.ts'

/** What can be done with the sub-account of this row. A click here does not open the row. */
export function SubMenu({ sub, onDo }: { sub: ShownSub; onDo: (what: What) => void }) {
  const t = useText()
  const navigate = useNavigate()
  const renewing = useMay(renewSubs)
  const frozen = sub.status === 'FROZEN'
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        label={t('subaccounts.actions', { name: sub.nickname })}
        trigger={<Icon name="more" />}
        items={[
          { key: 'edit', label: t('subaccounts.act.edit'), icon: 'shield', onSelect: () => onDo('edit') },
          {
            key: 'renew',
            label: t('subaccounts.act.renew'),
            icon: 'refresh',
            disabled: renewing.reason,
            onSelect: () => onDo('renew'),
          },
          { key: 'cards', label: t('subaccounts.act.cards'), icon: 'cards', onSelect: () => onDo('cards') },
          {
            key: 'record',
            label: t('subaccounts.act.record'),
            icon: 'trades',
            onSelect: () => void navigate(paths.ofSub(paths.subCardRecord, sub.subUid)),
          },
          { key: 'password', label: t('subaccounts.act.password'), icon: 'eye', onSelect: () => onDo('password') },
          {
            key: 'freeze',
            label: t(frozen ? 'subaccounts.act.unfreeze' : 'subaccounts.act.freeze'),
            icon: 'snow',
            tone: frozen ? undefined : 'bad',
            onSelect: () => onDo('freeze'),
          },
        ]}
      />
    </span>
  )
}
