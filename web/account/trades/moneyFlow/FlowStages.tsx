import { Money } from '#web/ui/Money.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { itemName, itemTail, opensAt } from './itemWords.ts'
import { shareText, type Flow, type Stage } from './stages.ts'
import { useText } from './text.ts'
import css from './MoneyFlow.module.css'

/** The stages one below the other, for a phone: what each is made of, with bars. */
export function FlowStages({
  flow,
  stages,
  onOpen,
}: {
  flow: Flow
  stages: readonly Stage[]
  onOpen: (at: string) => void
}) {
  const t = useText()
  return (
    <Stack gap={5}>
      {stages.map((stage) => (
        <section key={`${stage.hub}${stage.way}`} aria-label={t(`moneyFlow.stage.${stage.hub}_${stage.way}`)}>
          <h2 className={css.stage}>
            {t(`moneyFlow.stage.${stage.hub}_${stage.way}`)} <Money cents={stage.cents} />
          </h2>
          <ul className={css.items}>
            {stage.items.map((item) => {
              const at = opensAt(item)
              const inside = (
                <>
                  <span className={css.itemName}>{itemName(t, item)}</span>
                  <Money cents={item.cents} strong />
                  <i
                    className={css.itemBar}
                    style={{ width: `${(item.cents / stage.cents) * 100}%` }}
                    data-what={item.what}
                    aria-hidden="true"
                  />
                  <small className={css.itemShare}>{shareText(item.cents, stage.cents)}</small>
                  <span className="said">{itemTail(t, flow, item)}</span>
                </>
              )
              return (
                <li key={item.id}>
                  {at === undefined ? (
                    <div className={css.item}>{inside}</div>
                  ) : (
                    <button type="button" className={css.item} onClick={() => onOpen(at)}>
                      {inside}
                    </button>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </Stack>
  )
}
