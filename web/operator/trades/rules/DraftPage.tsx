import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { riskState } from '#contract/trades/desk/board.ts'
import { listRuleSets, saveRules, showRuleSet } from '#contract/trades/desk/rules.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Grid, Muted, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'
import { documentOf, emptyRule, typedOf, type TypedRule, fieldsOfRule } from './typedRules.ts'
import type { RuleSet } from './RuleList.tsx'
import css from './Rules.module.css'

/** A draft is saved as a whole. A new one starts as a copy of the live set. */
export default function DraftPage() {
  const { rulesId = '' } = useParams()
  const isNew = rulesId === 'new'
  const state = useAsk(riskState, {}, { enabled: isNew })
  const from = isNew ? state.data?.live.rulesId : rulesId
  const { data: set } = useAsk(showRuleSet, { rulesId: from ?? '' }, { enabled: from !== undefined, keep: true })
  if (!set) return <Skeleton height={300} radius={12} />
  return <DraftForm key={set.rulesId} set={set} rulesId={isNew ? undefined : rulesId} />
}

function DraftForm({ set, rulesId }: { set: RuleSet; rulesId: string | undefined }) {
  const t = useText()
  const navigate = useNavigate()
  const [note, setNote] = useState(rulesId ? set.note : '')
  const [typed, setTyped] = useState(() => typedOf(set.document))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const save = useCall(saveRules, {
    quiet: true,
    onDone: ({ rulesId: saved, number }) => {
      toast.ok(t('rules.saved', { number }))
      refresh(listRuleSets, showRuleSet)
      void navigate(paths.ruleSet(saved))
    },
  })
  const setRule = (at: number, change: Partial<TypedRule>) =>
    setTyped({ ...typed, rules: typed.rules.map((rule, i) => (i === at ? { ...rule, ...change } : rule)) })
  function submit() {
    const { document, problems: found } = documentOf(typed, note)
    setProblems(found)
    if (document) save.mutate({ ...(rulesId && { rulesId }), note, document })
  }
  return (
    <PageFrame>
      <CallForm
        form={{ loading: save.isPending, submitError: save.error?.says ?? problems[''] }}
        onSubmit={submit}
        onCancel={() => void navigate(rulesId ? paths.ruleSet(rulesId) : paths.rules)}
        submit={t('rules.save')}
      >
        <Panel title={rulesId ? `${t('rules.edit')} #${set.number}` : t('rules.draft')}>
          <Stack gap={4}>
            {!rulesId && <Muted as="p">{`${t('rules.fromLive')} #${set.number}`}</Muted>}
            <Field label={t('rules.note')} problem={problems['note']} required>
              {(wiring) => <Input {...wiring} value={note} onChange={setNote} maxLength={200} />}
            </Field>
            <Grid gap={3}>
              {(['single', 'hour', 'day'] as const).map((name) => (
                <Field key={name} label={t(`rules.${name}`)} problem={problems[name]}>
                  {(wiring) => (
                    <Input
                      {...wiring}
                      value={typed[name]}
                      inputMode="decimal"
                      onChange={(value) => setTyped({ ...typed, [name]: value })}
                    />
                  )}
                </Field>
              ))}
            </Grid>
          </Stack>
        </Panel>
        <Panel title={t('rules.rules')}>
          <Stack gap={4}>
            <Muted as="p">{t('rules.comma')}</Muted>
            {typed.rules.map((rule, at) => (
              <RuleFields
                key={rule.key}
                rule={rule}
                problem={(name) => problems[`rules.${at}.${name}`]}
                onChange={(change) => setRule(at, change)}
                onRemove={() => setTyped({ ...typed, rules: typed.rules.filter((_, i) => i !== at) })}
              />
            ))}
            <div>
              <Button
                icon="plus"
                guardMs={0}
                onClick={() => setTyped({ ...typed, rules: [...typed.rules, emptyRule()] })}
              >
                {t('rules.addRule')}
              </Button>
            </div>
          </Stack>
        </Panel>
      </CallForm>
    </PageFrame>
  )
}

/** One rule: its conditions as text; empty ones do not count. */
function RuleFields({
  rule,
  problem,
  onChange,
  onRemove,
}: {
  rule: TypedRule
  problem: (name: string) => string | undefined
  onChange: (change: Partial<TypedRule>) => void
  onRemove: () => void
}) {
  const t = useText()
  return (
    <Stack as="fieldset" className={css.rule}>
      <Grid gap={3}>
        {fieldsOfRule.map((name) => (
          <Field key={name} label={t(`rules.${name}`)} problem={problem(name)} required={name === 'name'}>
            {(wiring) => (
              <Input
                {...wiring}
                value={rule[name]}
                autoComplete="off"
                spellCheck={false}
                onChange={(value) => onChange({ [name]: value })}
              />
            )}
          </Field>
        ))}
      </Grid>
      <div>
        <Button size="s" icon="trash" guardMs={0} onClick={onRemove}>
          {t('rules.removeRule')}
        </Button>
      </div>
    </Stack>
  )
}
