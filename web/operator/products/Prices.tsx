import { priceFields, type PriceField, type RangeAtDesk } from '#contract/cards/desk/ranges.ts'
import { showDay } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts } from '#web/ui/layout.tsx'
import { Sheet } from '../ledger/Sheet.tsx'
import { said } from './figures.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

/** The range's prices: list price, plan prices, and custom prices of accounts. The most specific applies. */
export function Prices({
  range,
  onChange,
}: {
  range: RangeAtDesk
  onChange: ((userNo: string, price: RangeAtDesk['price']) => void) | undefined
}) {
  const t = useText()
  const names = Object.keys(priceFields) as PriceField[]
  return (
    <>
      <Panel title={t('products.listPrice')}>
        <Facts
          facts={names.map((name) => [
            priceFields[name][langNow()],
            <strong>{said(priceFields[name].as, range.price[name])}</strong>,
          ])}
        />
      </Panel>
      <Panel title={t('products.byPlan')}>
        <Sheet
          head={[t('products.plan'), t('products.openFee'), t('products.loadFee')]}
          rows={range.plans.map((plan) => ({
            key: plan.groupId,
            cells: [
              plan.name,
              plan.openFee === null ? t('products.asList') : said('money', plan.openFee),
              said('rate', plan.loadFeeBps),
            ],
          }))}
        />
      </Panel>
      <Panel title={t('products.exceptions')}>
        {range.exceptionList.length ? (
          <Sheet
            head={[t('products.userNo'), t('products.says'), t('products.since'), '']}
            rows={range.exceptionList.map(({ accountId, userNo, price, since }) => ({
              key: accountId,
              cells: [
                userNo,
                names
                  .filter((name) => price[name] !== null)
                  .map((name) => `${priceFields[name][langNow()]} ${said(priceFields[name].as, price[name])}`)
                  .join(' · '),
                showDay(since),
                onChange && (
                  <Button
                    size="s"
                    guardMs={0}
                    aria-label={`${t('products.change')} ${userNo}`}
                    onClick={() => onChange(userNo, price)}
                  >
                    {t('products.change')}
                  </Button>
                ),
              ],
            }))}
          />
        ) : (
          <p>{t('products.noExceptions')}</p>
        )}
      </Panel>
    </>
  )
}
