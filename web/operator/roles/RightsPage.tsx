import { useSearchParams } from 'react-router'
import { rightsCatalogue } from '#contract/roles/desk.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Grid, Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { useText } from './text.ts'

/** All grantable permissions and what they open: read from the tables that the server refuses by. */
export default function RightsPage() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const scope = params.get('of') === 'staff' ? 'staff' : 'subs'
  const query = useAsk(rightsCatalogue, {})
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
      <Answered query={query}>
        {({ elements, staffKeys, roles }) => {
          const names = new Map<string, string>(roles.map(({ role, name }) => [role, name]))
          const rows =
            scope === 'subs'
              ? elements.map((one) => ({ ...one, tags: [`${one.pageName} ${one.page}`], tone: 'quiet' as const }))
              : staffKeys.map((one) => ({
                  ...one,
                  tags: one.roles.map((role) => names.get(role) ?? role),
                  tone: one.key.endsWith('.check') ? ('warn' as const) : ('brand' as const),
                }))
          return (
            <Rows framed aria-label={t(`roles.rightsOf.${scope}`)}>
              {rows.map(({ key, name, tags, tone, calls }) => (
                <li key={key}>
                  <Grid min={320} style={{ flex: 1, alignItems: 'start' }}>
                    <Stack gap={1}>
                      <strong>{name}</strong>
                      <Muted>
                        <code>{key}</code>
                      </Muted>
                      <Row>
                        {tags.map((tag) => (
                          <Tag key={tag} tone={tone}>
                            {tag}
                          </Tag>
                        ))}
                      </Row>
                    </Stack>
                    <Stack gap={1}>
                      {calls.length === 0 && t('roles.noCalls')}
                      {calls.map(({ on, title }) => (
                        <Muted key={on}>
                          <code>{on}</code> {title}
                        </Muted>
                      ))}
                    </Stack>
                  </Grid>
                </li>
              ))}
            </Rows>
          )
        }}
      </Answered>
    </PageFrame>
  )
}
