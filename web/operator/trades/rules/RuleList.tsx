import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import type { Rule, RulesDocument, showRuleSet } from '#contract/trades/desk/rules.ts'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { say, useSay } from '#web/operator/say.ts'
import css from './Rules.module.css'

export type RuleSet = Output<typeof showRuleSet>

export function RuleList({ document, house }: { document: RulesDocument; house: RuleSet['house'] }) {
  const { t } = useSay()
  const { singleMaxCents, hourMaxCount, dayMaxCents } = document.limits
  const ofHouse = (value: string) => t('ruleDesk.house', { value })
  return (
    <Panel title={t('ruleDesk.rules')}>
      <div className={css.lines}>
        <div className={css.stats}>
          <Stat
            label={t('ruleDesk.single')}
            value={show(singleMaxCents ?? house.singleMaxCents)}
            note={ofHouse(show(house.singleMaxCents))}
          />
          <Stat
            label={t('ruleDesk.hour')}
            value={hourMaxCount ?? house.hourMaxCount}
            note={ofHouse(String(house.hourMaxCount))}
          />
          <Stat
            label={t('ruleDesk.day')}
            value={show(dayMaxCents ?? house.dayMaxCents)}
            note={ofHouse(show(house.dayMaxCents))}
          />
        </div>
        {document.rules.length === 0 && <p className={css.note}>{t('ruleDesk.noRules')}</p>}
        <ol className={css.rules}>
          {document.rules.map((rule) => (
            <li key={rule.name} className={css.rule}>
              <strong>{rule.name}</strong>
              <p>
                {t('ruleDesk.declines')} {conditionsOf(rule).join(' · ')}
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
    rule[name]?.length ? [`${say(`ruleDesk.${name}`)} ${rule[name].join(', ')}`] : [],
  )
  return [
    ...among,
    ...(rule.overCents === undefined ? [] : [`${say('ruleDesk.overCents')} ${show(rule.overCents)}`]),
    ...(rule.hourCount === undefined ? [] : [`${say('ruleDesk.hourCount')} ${rule.hourCount}`]),
    ...(rule.dayCents === undefined ? [] : [`${say('ruleDesk.dayCents')} ${show(rule.dayCents)}`]),
  ]
}
