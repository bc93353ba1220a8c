import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { openBatch } from '#contract/cards/batches.ts'
import { openCard } from '#contract/cards/cards.ts'
import { removeTemplate, saveTemplate } from '#contract/controls/templates.ts'
import { show } from '#contract/core/money.ts'
import { paths } from '#web/account/paths.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { ConfirmDialog } from '#web/parts/forms/FormDialog.tsx'
import { withText } from '#web/text.ts'
import { Menu } from '#web/ui/dialogs/Menu.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { TagChip } from '#web/ui/tags/TagChip.tsx'
import { Lines } from './Lines.tsx'
import { templatesChanged, useTemplates, type Template } from './useTemplates.ts'
import { useText } from './text.ts'
import css from './Templates.module.css'

const TemplateDialog = lazy(withText(() => import('./TemplateDialog.tsx')))

type Doing = { what: 'add' } | { what: 'edit' | 'remove'; template: Template }

/** The account's templates. The parent edits them; whoever opens cards opens them from here. */
export function TemplateList() {
  const t = useText()
  const { subAccount } = useSession()
  const query = useTemplates()
  const maySave = useMay(saveTemplate)
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const add = !subAccount && (
    <Button look="primary" icon="plus" guardMs={0} disabled={maySave.reason} onClick={() => setDoing({ what: 'add' })}>
      {t('templates.make')}
    </Button>
  )
  return (
    <Stack as="section" gap={4} aria-label={t('templates.list')}>
      {query.data && query.data.length > 0 && add && <div>{add}</div>}
      <Answered query={query}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon="shield"
              title={t('templates.none')}
              text={t(subAccount ? 'templates.noneOfParent' : 'templates.noneText')}
              action={add}
            />
          ) : (
            <Rows framed>
              {all.map((template) => (
                <TemplateRow
                  key={template.templateId}
                  template={template}
                  edits={!subAccount}
                  onDo={(what) => setDoing({ what, template })}
                />
              ))}
            </Rows>
          )
        }
      </Answered>
      <Suspense fallback={null}>
        {doing?.what === 'add' && <TemplateDialog onClose={close} />}
        {doing?.what === 'edit' && <TemplateDialog template={doing.template} onClose={close} />}
      </Suspense>
      {doing?.what === 'remove' && (
        <ConfirmDialog
          call={removeTemplate}
          input={{ templateId: doing.template.templateId }}
          title={t('templates.remove')}
          submit={t('templates.remove')}
          danger
          done={t('templates.removed')}
          onDone={templatesChanged}
          onClose={close}
        >
          <p>{t('templates.removeText', { name: doing.template.name })}</p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

function TemplateRow({
  template,
  edits,
  onDo,
}: {
  template: Template
  edits: boolean
  onDo: (what: 'edit' | 'remove') => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const [one, many] = [useMay(openCard), useMay(openBatch)]
  const { templateId, name, controls, vid, amount, groupName, tags, remarkPattern } = template
  const facts = [vid, amount !== null && show(amount), groupName, remarkPattern].filter(Boolean).join(' · ')
  const from = `?template=${templateId}`
  return (
    <li aria-label={name}>
      <Stack gap={2} className={css.main}>
        <Row between align="start">
          <Stack gap={1} className={css.main}>
            <strong>{name}</strong>
            {facts && <Muted>{facts}</Muted>}
          </Stack>
          <Row gap={1}>
            {one.shown && (
              <Button
                size="s"
                disabled={one.reason}
                aria-label={`${t('templates.openOne')} ${name}`}
                onClick={() => void navigate(`${paths.cardOpen}${from}`)}
              >
                {t('templates.openOne')}
              </Button>
            )}
            <Menu
              label={t('templates.actions', { name })}
              trigger={<Icon name="more" />}
              items={[
                ...(many.shown
                  ? [
                      {
                        key: 'many',
                        label: t('templates.openMany'),
                        icon: 'cards' as const,
                        disabled: many.reason,
                        onSelect: () => void navigate(`${paths.cardBatchOpen}${from}`),
                      },
                    ]
                  : []),
                ...(edits
                  ? [
                      {
                        key: 'edit',
                        label: t('templates.change'),
                        icon: 'folder' as const,
                        onSelect: () => onDo('edit'),
                      },
                      {
                        key: 'remove',
                        label: t('templates.remove'),
                        icon: 'trash' as const,
                        tone: 'bad' as const,
                        onSelect: () => onDo('remove'),
                      },
                    ]
                  : []),
              ]}
            />
          </Row>
        </Row>
        {tags.length > 0 && (
          <Row gap={1}>
            {tags.map((tag) => (
              <TagChip key={tag.tagId} name={tag.name} hue={tag.color} />
            ))}
          </Row>
        )}
        <Lines controls={controls} />
      </Stack>
    </li>
  )
}
