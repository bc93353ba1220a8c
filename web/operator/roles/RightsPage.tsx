import { useSearchParams } from 'react-router'
import { rightsCatalogue } from '#contract/roles/desk.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Page } from '../products/Waits.tsx'
import { useText } from './text.ts'
import css from '../products/Products.module.css'

type Allowed = { on: string; title: string }

/** All grantable permissions and what they open: read from the tables that the server refuses by. */
export default function RightsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const scope = params.get('of') === 'staff' ? 'staff' : 'subs'
  const query = useAsk(rightsCatalogue, {})
  const calls = (list: readonly Allowed[]) => (
    <span className={css.calls}>
      {list.length
        ? list.map(({ on, title }) => (
            <span key={on}>
              <code>{on}</code>
              {title}
            </span>
          ))
        : t('roles.noCalls')}
    </span>
  )
  return (
    <PageFrame>
      <div>
        <Segmented
          label={t('desk.rights')}
          value={scope}
          options={(['subs', 'staff'] as const).map((value) => ({ value, label: t(`roles.rightsOf.${value}`) }))}
          onChange={(value) => setParams(value === 'subs' ? {} : { of: value })}
        />
      </div>
      <Page query={query}>
        {({ elements, staffKeys, roles }) => {
          const names = new Map(roles.map(({ role, name }) => [role, name]))
          return (
            <Panel title={t(`roles.rightsOf.${scope}`)}>
              <ul className={css.rights}>
                {scope === 'subs'
                  ? elements.map((one) => (
                      <li key={one.key}>
                        <span className={css.lines}>
                          <b>{one.name}</b>
                          <code>{one.key}</code>
                          <span className={css.chips}>
                            <Tag>{`${one.pageName} ${one.page}`}</Tag>
                          </span>
                        </span>
                        {calls(one.calls)}
                      </li>
                    ))
                  : staffKeys.map((one) => (
                      <li key={one.key}>
                        <span className={css.lines}>
                          <b>{one.name}</b>
                          <code>{one.key}</code>
                          <span className={css.chips}>
                            {one.roles.map((role) => (
                              <Tag key={role} tone={one.key.endsWith('.check') ? 'warn' : 'brand'}>
                                {names.get(role)}
                              </Tag>
                            ))}
                          </span>
                        </span>
                        {calls(one.calls)}
                      </li>
                    ))}
              </ul>
            </Panel>
          )
        }}
      </Page>
    </PageFrame>
  )
}
