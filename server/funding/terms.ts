import type { Rail } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import { plain, type Cents } from '#contract/core/money.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import { SECOND } from '../core/clock.ts'
import { configOf, textsOf, updateConfig, updateText, type ConfigRow, type TextRow } from './termsQueries.ts'

/** The terms of a rail, as staff have set them. Amounts in hundredths of the pay currency. */
export type RailTerms = {
  readonly enabled: boolean
  readonly payUnit: string
  readonly min: Cents
  /** What the texts of each language name: above it they send people to customer service. */
  readonly displayMax: Readonly<Record<Lang, Cents | null>>
  /** What the server refuses above: the largest that any text names, so that nobody is refused below what a text promised. */
  readonly max: Cents | undefined
  readonly feeBps: number
  readonly feeFixed: Cents
  readonly quoteForMs: number
  readonly validForMs: number
  readonly business: boolean
  readonly limitFileId: string | null
  readonly updatedAt: Date
  readonly arrival: Readonly<Record<Lang, string>>
  readonly notes: Readonly<Record<Lang, readonly string[]>>
}

export async function termsOf(rail: Rail, reader: Tx | Database = db): Promise<RailTerms> {
  const config = (await configOf(reader, rail))!
  const texts = await textsOf(reader, rail)
  const { quoteForS, validForS, version: _, ...terms } = config
  const said = texts.flatMap(({ displayMax }) => displayMax ?? [])
  return {
    ...terms,
    quoteForMs: quoteForS * SECOND,
    validForMs: validForS * SECOND,
    displayMax: byLang(texts, ({ displayMax }) => displayMax),
    max: said.length ? Math.max(...said) : undefined,
    arrival: byLang(texts, ({ arrival }) => arrival),
    notes: byLang(texts, (text) => notesOf(config, text)),
  }
}

/** The figures in a text come from the terms, so that it never lags behind them. */
const notesOf = ({ min, feeBps }: ConfigRow, { notes, displayMax }: TextRow): string[] =>
  notes
    .replaceAll('{min}', bare(min))
    .replaceAll('{max}', displayMax === null ? '' : bare(displayMax))
    .replaceAll('{fee}', `${feeBps / 100}%`)
    .split('\n')

const bare = (amount: Cents): string => plain(amount).replace(/\.00$/, '')

const byLang = <T>(texts: readonly TextRow[], of: (text: TextRow) => T): Record<Lang, T> => ({
  cn: of(texts.find(({ lang }) => lang === 'cn')!),
  en: of(texts.find(({ lang }) => lang === 'en')!),
})

export type RailChange = Partial<
  Pick<ConfigRow, 'enabled' | 'min' | 'feeBps' | 'feeFixed' | 'quoteForS' | 'validForS' | 'limitFileId'>
> & { texts?: Partial<Record<Lang, Partial<Omit<TextRow, 'lang'>>>> }

/** Change the terms of a rail: orders and quotes that stand keep theirs. Who may, and who else must agree, is the staff's desk's to ask. */
export async function setRail(tx: Tx, rail: Rail, change: RailChange, by: string) {
  const before = { ...(await configOf(tx, rail))!, texts: await textsOf(tx, rail) }
  const { texts = {}, ...config } = change
  await updateConfig(tx, rail, { ...before, ...config }, by)
  for (const text of before.texts) await updateText(tx, rail, { ...text, ...texts[text.lang] })
  return { before, after: { ...(await configOf(tx, rail))!, texts: await textsOf(tx, rail) } }
}
