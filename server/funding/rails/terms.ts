import type { Rail } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import { plain, type Cents } from '#contract/core/money.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { SECOND } from '#server/core/clock.ts'
import { configOf, textsOf, updateConfig, updateText, type ConfigRow, type TextRow, bankLimitsOf } from './queries.ts'
import type * as contract from '#contract/funding/funding.ts'
import type { Answer } from '#server/core/answer.ts'

/** The terms of a rail, as set by staff. Amounts in hundredths of the pay currency. */
export type RailTerms = {
  readonly enabled: boolean
  readonly payUnit: string
  readonly min: Cents
  /** The maximum in each language's texts: above it they refer to customer service. */
  readonly displayMax: Readonly<Record<Lang, Cents | null>>
  /** The maximum that the server enforces: the largest in any text, so that no amount allowed by a text is refused. */
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

/** Figures in a text come from the terms, so they are always current. */
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

/** Changes the terms of a rail: existing orders and quotes keep theirs. The caller, the staff desk, checks permission and approval. */
export async function setRail(tx: Tx, rail: Rail, change: RailChange, by: string) {
  const before = { ...(await configOf(tx, rail))!, texts: await textsOf(tx, rail) }
  const { texts = {}, ...config } = change
  await updateConfig(tx, rail, { ...before, ...config }, by)
  for (const text of before.texts) await updateText(tx, rail, { ...text, ...texts[text.lang] })
  return { before, after: { ...(await configOf(tx, rail))!, texts: await textsOf(tx, rail) } }
}

/** Returns the limits of each bank. The picture is uploaded by staff; the figures beside it are available as text in both languages. */
export const bankLimits: Answer<typeof contract.bankLimits> = async (actor, { rail }) => {
  const { limitFileId, updatedAt } = await termsOf(rail)
  const limits = await bankLimitsOf(db)
  return {
    url: limitFileId ? `/file/pub/download?fileId=${limitFileId}` : '',
    fileId: limitFileId ?? '',
    updateTime: Math.max(updatedAt.getTime(), ...limits.map((limit) => limit.updatedAt.getTime())),
    banks: limits.map(({ code, perPayment, perDay, ...name }) => ({
      code,
      name: name[actor.from.lang],
      perPayment,
      perDay,
    })),
  }
}
