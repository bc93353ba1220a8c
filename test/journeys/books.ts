/** What a journey expects, computed independently from its actions, and a check of every page that must agree, to the cent. */
import type { Locator, Page } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { expect as expectNow } from './journey.ts'
import type { Say } from './words.ts'

/** Pages not refreshed immediately are polled; nothing may be wrong for longer than this. */
const expect = expectNow.configure({ timeout: 20_000 })

export type Card = { seqNo: string; lastFour: string }

export class Books {
  wallet: Cents = 0
  /** Of the one card: its balance, held amount, loaded and spent totals. */
  balance: Cents = 0
  pending: Cents = 0
  deposit: Cents = 0
  consume: Cents = 0
  card: Card | undefined

  private readonly page: Page
  private readonly t: Say
  private readonly lang: Lang
  constructor(page: Page, t: Say, lang: Lang) {
    this.page = page
    this.t = t
    this.lang = lang
  }

  get available(): Cents {
    return this.balance - this.pending
  }

  /** Checks that the statement, the list of cards, the card itself and the overview agree. */
  async agree(): Promise<void> {
    const { page, t } = this
    await this.visit('2003003')
    const statement = page.getByRole('region', { name: t('funding.flows.title') })
    await expect(page.getByRole('main')).toMatchAriaSnapshot(figure(t('funding.flows.available'), this.wallet))
    const newest = await this.cell(statement, 0, t('funding.flows.column.balance'))
    await expect(newest).toHaveText(show(this.wallet))
    if (this.card) await this.cardAgrees(this.card)
    await this.visit('2001')
    await expect(page.getByRole('link', { name: show(this.wallet), exact: true })).toBeVisible()
  }

  private async cardAgrees({ lastFour, seqNo }: Card): Promise<void> {
    const { page, t } = this
    await this.visit('2005002')
    const list = page.getByRole('region', { name: t('cards.list') })
    const row = list.getByRole('row').filter({ hasText: seqNo })
    const says = async (column: 'balance' | 'available' | 'pending' | 'consume', cents: Cents) =>
      expect(row.getByRole('cell').nth(await columnOf(list, t(`cards.column.${column}`)))).toContainText(
        cents === 0 && column === 'pending' ? '–' : show(cents),
      )
    await says('balance', this.balance)
    await says('available', this.available)
    await says('pending', this.pending)
    await says('consume', this.consume)
    await row.click()
    const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour }) })
    const figures = ['pending', 'balance', 'deposit', 'consume'] as const
    await expect(drawer).toMatchAriaSnapshot(
      figures.map((name) => figure(t(`cards.column.${name}`), this[name])).join('\n'),
    )
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }

  /** Navigates by the menu, as people do. */
  async visit(id: '2001' | '2003003' | '2005002' | '2005004'): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: this.t('layout.menu') })
    await menu.getByRole('link', { name: pages[id].name[this.lang], exact: true }).click()
    await expect(this.page).toHaveURL(new RegExp(`#${pages[id].path}`))
  }

  async cell(list: Locator, row: number, title: string): Promise<Locator> {
    const rows = list.getByRole('row').filter({ has: this.page.getByRole('cell') })
    await expect(rows.nth(row)).toBeVisible()
    return rows
      .nth(row)
      .getByRole('cell')
      .nth(await columnOf(list, title))
  }
}

async function columnOf(list: Locator, title: string): Promise<number> {
  const headers = list.getByRole('columnheader')
  await expect(headers.filter({ hasText: title }).first()).toBeVisible()
  return (await headers.allTextContents()).findIndex((text) => text.trim() === title)
}

/** A figure under its name, in the accessibility tree. */
const figure = (name: string, cents: Cents): string =>
  `- term: ${JSON.stringify(name)}\n- definition: ${JSON.stringify(show(cents))}`
