import { elementKeys, elements, pages, type ElementKey } from '#contract/core/permissions.ts'
import type { State as Session } from '#web/parts/client/session.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { menuOf, type Entry } from '../menu.ts'
import { table } from '../routes.ts'
import { keysOf, lacking, seenPages, type Picked } from './picked.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Roles.module.css'

/** What a sub-account with this role sees: the console's own menu, built the same way, and its actions on each page. */
export function Preview({ picked, onAdd }: { picked: Picked; onAdd: ((key: ElementKey) => void) | undefined }) {
  const t = useText()
  const lang = langNow()
  const keys = keysOf(picked)
  const auths = seenPages(picked).map((id) => ({
    id,
    parentId: pages[id].parentId,
    name: pages[id].name[lang],
    path: pages[id].path,
  }))
  const as: Session = {
    IsLogin: true,
    subAccount: true,
    Auths: auths,
    subPermission: keys,
    UserInfo: undefined,
    UserPlan: undefined,
    Wallet: undefined,
  }
  const line = (entry: Entry) => {
    const can = elementKeys.filter((key) => elements[key].page === entry.id && picked.has(key))
    return (
      <li key={entry.name}>
        <Row as="span">
          <Icon name={entry.icon} size={16} />
          {entry.title[lang]}
        </Row>
        {entry.children ? (
          <Stack as="ul" gap={2}>
            {entry.children.map(line)}
          </Stack>
        ) : (
          // A second page with the same id has the same actions: they are listed once.
          entry.key === undefined &&
          can.length > 0 && (
            <Muted as="p">{can.map((key) => elements[key].name[lang]).join(lang === 'cn' ? '、' : ', ')}</Muted>
          )
        )}
      </li>
    )
  }
  return (
    <Stack as="section" className={css.preview} aria-label={t('roles.preview')}>
      <h3>{t('roles.preview')}</h3>
      <Stack as="ul" gap={2} className={css.menu}>
        {menuOf(table, as).map(line)}
      </Stack>
      {lacking(picked).map(({ page, key }) => (
        <Stack key={page} gap={2}>
          <Note tone="warn">{t('roles.lacks', { page: pages[page].name[lang], key: elements[key].name[lang] })}</Note>
          {onAdd && (
            <Row end>
              <Button size="s" guardMs={0} onClick={() => onAdd(key)}>
                {t('roles.fill')}
              </Button>
            </Row>
          )}
        </Stack>
      ))}
    </Stack>
  )
}
