/** A declined purchase, rule by rule, and what would let it pass: tried, applied, and bought again. */
import { declineReasons } from '#contract/trades/declines.ts'
import { ruleNames, ruleStates } from '#contract/trades/replays.ts'
import { paths } from '#web/account/paths.ts'
import { funded, intent, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { asks } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages((lang) => {
  test('a decline says which rule stopped it, and what would have to be different', async ({
    page,
    request,
    person,
    t,
  }) => {
    await funded(request, person!)
    const card = await opened(request, person!, 10_00)
    const charge = { merchantId: 'mer_github', amountCents: 42_00 }
    expect((await buy(card, charge)).reason).toBe('INSUFFICIENT_FUNDS')

    const drawer = page.getByRole('dialog')
    const trail = drawer.getByRole('list', { name: t('replay.title'), exact: true })
    const opens = async () => {
      await page.goto(`/#${paths.cardRecord}`)
      await page.getByRole('row').filter({ hasText: '$42.00' }).first().click()
    }
    let clicks = 0
    const presses = async (name: string) => {
      clicks++
      await drawer.getByRole('button', { name, exact: true }).click()
    }

    await test.step('each check in order, with the values of then, and the one that stopped it', async () => {
      await opens()
      const stopped = trail.getByRole('listitem').last()
      await expect(stopped).toContainText(ruleNames.INSUFFICIENT_FUNDS[lang])
      await expect(stopped).toContainText(ruleStates.STOPPED[lang])
      await expect(stopped).toContainText('$10.00')
      await expect(trail.getByRole('listitem').first()).toContainText(ruleStates.PASSED[lang])
      await expect(trail).toContainText(ruleNames.CARD_PAUSED[lang])
    })

    await test.step('with what is missing it would pass; one click loads it, and it does', async () => {
      await expect(drawer.getByText(t('replay.whatIf.passes'))).toBeVisible()
      await loaded(page)
      await spotless(page, 'a replayed decline')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'a replayed decline on a phone')
      await fitsFingers(page, 'a replayed decline on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      // Less would not be enough, and it is said before anything is done.
      await drawer.getByLabel(t('replay.whatIf.load')).fill('31')
      await expect(drawer.getByText(t('replay.whatIf.short', { amount: '$1.00' }))).toBeVisible()
      await drawer.getByLabel(t('replay.whatIf.load')).fill('32')
      await expect(drawer.getByText(t('replay.whatIf.passes'))).toBeVisible()
      await presses(t('replay.whatIf.applyLoad', { amount: '$32.00' }))
      await expect(drawer.getByText(t('replay.whatIf.fine'))).toBeVisible()
      expect(clicks).toBe(1)
      expect((await buy(card, charge)).approved).toBe(true)
    })

    await test.step('a limit and the balance: the cure of one is not enough, and the other is seen before', async () => {
      clicks = 0
      const limit = { limitId: 'perday', window: 'DAY', amount: 40_00, refunds: 'KEEP' }
      await asks(request, person!, 'POST /api/card/controls/save', {
        ...{ scope: 'CARD', scopeIds: card.cardId, requestNo: intent() },
        controls: JSON.stringify({ limits: [limit] }),
      })
      const again = { ...charge, amountCents: 43_00 }
      expect((await buy(card, again)).reason).toBe('CONTROL_LIMIT')
      await page.goto(`/#${paths.cardRecord}`)
      await page.getByRole('row').filter({ hasText: '$43.00' }).first().click()
      await expect(trail.getByRole('listitem').last()).toContainText('$40.00')
      await expect(drawer.getByText(t('replay.whatIf.short', { amount: '$43.00' }))).toContainText(
        declineReasons.INSUFFICIENT_FUNDS.words[lang],
      )
      await presses(t('replay.whatIf.alsoLoad', { amount: '$43.00' }))
      await expect(drawer.getByText(t('replay.whatIf.passes'))).toBeVisible()
      await presses(t('replay.whatIf.applyControl'))
      await presses(t('replay.whatIf.applyLoad', { amount: '$43.00' }))
      await expect(drawer.getByText(t('replay.whatIf.fine'))).toBeVisible()
      expect(clicks).toBe(3)
      expect((await buy(card, again)).approved).toBe(true)
    })
  })
})
