import { useState } from 'react'
import { useParams } from 'react-router'
import {
  askPrice,
  changeRange,
  listRangesAtDesk,
  priceFields,
  rangeFields,
  rangeStates,
  showRangeAtDesk,
  type RangeAtDesk,
} from '#contract/cards/desk/ranges.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { NetworkMark } from '#web/ui/CardFace.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Facts, Grid, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ChangeDialog } from '#web/operator/products/ChangeDialog.tsx'
import { Changes } from '#web/operator/products/Changes.tsx'
import { said } from '#web/operator/products/figures.ts'
import { PriceEffect } from '#web/operator/products/PriceEffect.tsx'
import { Prices } from '#web/operator/products/Prices.tsx'
import { rangeTone } from './RangesPage.tsx'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '#web/operator/parts/PageHead.tsx'
import { Waiting } from '#web/operator/products/Waits.tsx'
import { langNow } from '#web/text.ts'
import { type say, useText } from '../text.ts'

type Move = 'range' | 'list' | { userNo: string; price: RangeAtDesk['price'] }
const refreshes = [showRangeAtDesk, listRangesAtDesk]

/** One range: its prices by list, plan and account, its limits and texts, and their history. */
export default function RangePage() {
  const t = useText()
  const { vid = '' } = useParams()
  const query = useAsk(showRangeAtDesk, { vid }, { quiet: true })
  const [move, setMove] = useState<Move>()
  const may = useHolds('staff:product.make')
  const close = () => setMove(undefined)
  return (
    <Answered query={query}>
      {(range) => (
        <PageFrame>
          <PageHead
            title={`${range.vid} · ${range.bin}`}
            moves={
              may && (
                <>
                  <Button guardMs={0} onClick={() => setMove('range')}>
                    {t('ranges.changeRange')}
                  </Button>
                  <Button guardMs={0} onClick={() => setMove({ userNo: '', price: nothingSaid })}>
                    {t('ranges.addException')}
                  </Button>
                  <Button look="primary" guardMs={0} onClick={() => setMove('list')}>
                    {t('ranges.changePrice')}
                  </Button>
                </>
              )
            }
          >
            <NetworkMark network={range.network} />
            <StatusTag tone={rangeTone[range.status]} text={range.statusText} />
          </PageHead>
          <Waiting
            waiting={range.waiting}
            nameOf={(target) => (target === 'list' ? t('products.listPrice') : `${t('products.userNo')} ${target}`)}
          />
          <Grid gap={5} min={400}>
            <Stack gap={5}>
              <Prices range={range} onChange={may ? (userNo, price) => setMove({ userNo, price }) : undefined} />
              <Panel title={t('ranges.abilities')}>
                <Facts
                  facts={[
                    [t('ranges.issuer'), range.issuerId],
                    [t('ranges.threeDs'), range.threeDsText],
                    [t('ranges.holders'), t(`ranges.holderMode.${range.holderMode}`)],
                    [t('ranges.edits'), t(range.editHolder ? 'products.yes' : 'products.no')],
                    [t('ranges.partial'), t(range.partialApproval ? 'products.yes' : 'products.no')],
                    [t('ranges.disputes'), t(range.disputesByApi ? 'ranges.byApi' : 'ranges.byHand')],
                  ]}
                />
              </Panel>
              <Panel title={t('ranges.limits')}>
                <Facts
                  facts={Object.entries(rangeFields).map(([name, field]) => [
                    field[langNow()],
                    field.as === 'yes'
                      ? t(range.figures[name as 'threeDs'] ? 'products.yes' : 'products.no')
                      : name === 'stock' && range.figures.stock === null
                        ? t('ranges.unlimited')
                        : said(field.as, range.figures[name as 'status'], { state: rangeStates }),
                  ])}
                />
              </Panel>
            </Stack>
            <Stack gap={5}>
              <Panel title={t('products.changes')}>
                <Changes changes={range.changes} refreshes={refreshes} />
              </Panel>
            </Stack>
          </Grid>
          {move === 'range' && (
            <ChangeDialog
              call={changeRange}
              about={{ vid }}
              title={t('ranges.changeRange')}
              text={t('ranges.changeRangeText')}
              submit={t('ranges.save')}
              done={({ scheduled }) => t(scheduled ? 'ranges.isScheduled' : 'products.isDone')}
              fields={rangeFields}
              stands={range.figures}
              tables={{ state: rangeStates }}
              empty={{ stock: t('ranges.unlimited') }}
              refreshes={refreshes}
              onClose={close}
            />
          )}
          {move !== undefined && move !== 'range' && (
            <ChangeDialog
              call={askPrice}
              about={{ vid }}
              title={t(move === 'list' ? 'ranges.changePrice' : 'ranges.addException')}
              text={t(move === 'list' ? 'ranges.changePriceText' : 'ranges.exceptionText')}
              submit={t('products.propose')}
              done={() => t('products.proposed')}
              fields={priceFields}
              stands={move === 'list' ? range.price : move.price}
              effect={(change, userNo) => <PriceEffect vid={vid} userNo={userNo} change={change} />}
              {...(move !== 'list' && { forAccount: move.userNo, empty: asListed(range, t) })}
              refreshes={refreshes}
              onClose={close}
            />
          )}
        </PageFrame>
      )}
    </Answered>
  )
}

/** The price where an account's exception has none: the list price, unless its plan has a better one. */
const asListed = ({ price }: RangeAtDesk, t: typeof say): Record<string, string> =>
  Object.fromEntries(
    Object.entries(priceFields).map(([name, { as }]) => [
      name,
      t('ranges.asBefore', { price: said(as, price[name as keyof typeof priceFields]) }),
    ]),
  )

const nothingSaid = Object.fromEntries(Object.keys(priceFields).map((name) => [name, null])) as RangeAtDesk['price']
