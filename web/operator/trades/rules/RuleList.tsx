import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import type { Rule, RulesDocument, showRuleSet } from '#contract/trades/desk/rules.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Grid, Muted, Rows, Stack } from '#web/ui/layout.tsx'
import { say, useText } from '../text.ts'

export type RuleSet = Output<typeof showRuleSet>

export function RuleList({ document, house }: { document: RulesDocument; house: RuleSet['house'] }) {
  const t = useText()
  const { singleMaxCents, hourMaxCount, dayMaxCents } = document.limits
  const limits = [
    ['single', show(singleMaxCents ?? house.singleMaxCents), show(house.singleMaxCents)],
    ['hour', hourMaxCount ?? house.hourMaxCount, String(house.hourMaxCount)],
    ['day', show(dayMaxCents ?? house.dayMaxCents), show(house.dayMaxCents)],
  ] as const
  return (
    <Panel title={t('rules.rules')}>
      <Stack gap={4}>
        <Grid gap={5} min={150}>
          {limits.map(([name, value, ofHouse]) => (
            <Stat key={name} label={t(`rules.${name}`)} value={value} note={t('rules.house', { value: ofHouse })} />
          ))}
        </Grid>
        {document.rules.length === 0 ? (
          <Muted as="p">{t('rules.noRules')}</Muted>
        ) : (
          <Rows framed>
            {document.rules.map((rule) => (
              <li key={rule.name}>
                <Stack gap={1}>
                  <strong>{rule.name}</strong>
                  <p>
                    {t('rules.declines')} {conditionsOf(rule).join(' · ')}
                  </p>
                </Stack>
              </li>
            ))}
          </Rows>
        )}
      </Stack>
    </Panel>
  )
}

function conditionsOf(rule: Rule): string[] {
  const among = (['merchants', 'mccs', 'countries', 'vids'] as const).flatMap((name) =>
    rule[name]?.length ? [`${say(`rules.${name}`)} ${rule[name].join(', ')}`] : [],
  )
  return [
    ...among,
    ...(rule.overCents === undefined ? [] : [`${say('rules.overCents')} ${show(rule.overCents)}`]),
    ...(rule.hourCount === undefined ? [] : [`${say('rules.hourCount')} ${rule.hourCount}`]),
    ...(rule.dayCents === undefined ? [] : [`${say('rules.dayCents')} ${show(rule.dayCents)}`]),
  ]
}
