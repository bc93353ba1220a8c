import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import type { Rule, RulesDocument, showRuleSet } from '#contract/trades/desk/rules.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { say, useText } from '../text.ts'
import css from './Rules.module.css'

export type RuleSet = Output<typeof showRuleSet>

export function RuleList({ document, house }: { document: RulesDocument; house: RuleSet['house'] }) {
  const t = useText()
  const { singleMaxCents, hourMaxCount, dayMaxCents } = document.limits
  const ofHouse = (value: string) => t('rules.house', { value })
  return (
    <Panel title={t('rules.rules')}>
      <div className={css.lines}>
        <div className={css.stats}>
          <Stat
            label={t('rules.single')}
            value={show(singleMaxCents ?? house.singleMaxCents)}
            note={ofHouse(show(house.singleMaxCents))}
          />
          <Stat
            label={t('rules.hour')}
            value={hourMaxCount ?? house.hourMaxCount}
            note={ofHouse(String(house.hourMaxCount))}
          />
          <Stat
            label={t('rules.day')}
            value={show(dayMaxCents ?? house.dayMaxCents)}
            note={ofHouse(show(house.dayMaxCents))}
          />
        </div>
        {document.rules.length === 0 && <p className={css.note}>{t('rules.noRules')}</p>}
        <ol className={css.rules}>
          {document.rules.map((rule) => (
            <li key={rule.name} className={css.rule}>
              <strong>{rule.name}</strong>
              <p>
                {t('rules.declines')} {conditionsOf(rule).join(' · ')}
              </p>
            </li>
          ))}
        </ol>
      </div>
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
