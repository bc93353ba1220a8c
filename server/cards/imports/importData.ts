import type { OpeningRow } from '#contract/cards/batches.ts'
import { importFields, type ImportColumn } from '#contract/cards/imports.ts'
import type * as contract from '#contract/cards/imports.ts'
import type { Output } from '#contract/core/call.ts'
import { flag, type Words } from '#contract/core/fields.ts'
import { add, plain, show } from '#contract/core/money.ts'
import { refuse, wordsOf, type RefusalName } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { port } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { accountOf, cardholdersOf } from '#server/identity/identity.ts'
import { balanceOf, wallet } from '#server/ledger/ledger.ts'
import { entitlementsOf } from '#server/plans/plans.ts'
import { startOpening, priceRows, type PricedRows } from '../batches/startBatch.ts'
import { groupIn, groupsOf, remarkFrom } from '../opening/fromTemplate.ts'
import { resolveLabels, CARDS_WITHOUT_IDENTITY } from '../opening/openCards.ts'
import { countLiveCards } from '../queries.ts'
import { termsOfAll } from '../ranges/terms.ts'
import { pageOfTags } from '../tags/queries.ts'
import { checkLine, type Judged } from './checkLine.ts'
import { insertImport, sameFileBefore } from './queries.ts'
import { readLines } from './readLines.ts'

/**
 * Checks every row of the file, reports all its faults, and prices it; if there are none and the caller confirms, starts the batch. The file was read before
 * this transaction (server/http/uploads.ts).
 */
export const importData: Answer<typeof contract.importData> = async (actor, input, tx) => {
  const { lang } = actor.from
  const { lines, opened } = readLines(input.file, lang)
  const { accountId } = actor
  const against = {
    offered: await termsOfAll(tx, accountId),
    tags: await tagsByName(tx, accountId),
    templates: new Map((await port('cards.templates')(tx, accountId)).map((one) => [one.name.toLowerCase(), one])),
    verified: await cardholdersOf(tx, accountId),
  }
  const judged = lines.map((line) => checkLine(line, against))
  const priced = await priceRows(
    tx,
    actor,
    judged.flatMap(({ opening }) => opening ?? []),
    input.couponId,
  )
  const found = await toldOf(tx, actor, { judged, priced, sha256: input.file.sha256 })
  const told = { ...found, skipped: opened }
  if (input.dryRun || told.invalid > 0 || lines.length === 0) return told

  const { gid, expectTotal } = input
  if (expectTotal !== undefined && expectTotal !== told.totalCost)
    throw refuse('quote_changed', { total: told.totalCost })
  const judgedBy = new Map(judged.map((one) => [one.line.row, one]))
  // Locked against deletion until the cards have them, like the group: before the wallet.
  const tags = [...new Set(judged.flatMap(({ tagIds }) => tagIds))]
  const labels = await resolveLabels(tx, actor, { gid, tags })
  const templates = judged.flatMap(({ template }) => template ?? [])
  const groups = await groupsOf(tx, accountId, gid === undefined ? templates : [])
  const openings = priced.openings.map((one, at) => {
    const { template, tagIds } = judgedBy.get(one.row)!
    return {
      ...one,
      gid: template && gid === undefined ? groupIn(groups, template) : labels.gid,
      tagIds,
      remark: remarkFrom(one.remark, template, at + 1),
      starts: template?.starts,
    }
  })
  const { batchNo, totalCost } = await startOpening(tx, actor, openings, {
    as: 'CARD_IMPORT',
    couponId: input.couponId,
  })
  await insertImport(tx, {
    accountId: actor.accountId,
    batchNo,
    fileName: input.file.name.slice(0, 200),
    sha256: input.file.sha256,
    lines: lines.map(({ row, cells }) => ({
      row,
      // Servers of the version before have no last column.
      cells: importFields.map((field) => cells[field]).slice(0, cells.template === '' ? -1 : undefined),
    })),
  })
  return { ...told, status: 'RUNNING', batchNo, totalCost, stop: null, rows: [] }
}

/** An account has at most a hundred tags. */
const tagsByName = async (tx: Tx, accountId: string): Promise<Map<string, string>> => {
  const tags = await pageOfTags(tx, { accountId, subUid: undefined }, { name: undefined, limit: 200, offset: 0 })
  return new Map(tags.map(({ name, tag_id }) => [name.toLowerCase(), tag_id]))
}

type Told = Output<typeof contract.importData>

/** The answer while nothing is opened. */
async function toldOf(
  tx: Tx,
  actor: Actor,
  { judged, priced, sha256 }: { judged: readonly Judged[]; priced: PricedRows; sha256: string },
): Promise<Omit<Told, 'skipped'>> {
  const { accountId, may, from } = actor
  const faults = judged.flatMap(({ faults }) => faults)
  const faulty = new Set(faults.map(({ row }) => row))
  const prices = new Map(priced.openings.map(({ row, price }) => [row, price]))
  const { available } = await balanceOf(tx, wallet(accountId))
  const seesWallet = may.has('wallet:view')
  const short = priced.total - available
  const before = await sameFileBefore(tx, accountId, sha256)
  const sum = (part: 'openFee' | 'amount' | 'serviceFee' | 'couponOff') =>
    add(...[...prices.values()].map((price) => price[part]))
  return {
    status: faulty.size || judged.length === 0 ? 'INVALID' : 'READY',
    batchNo: null,
    total: judged.length,
    valid: judged.length - faulty.size,
    invalid: faulty.size,
    totalCost: priced.total,
    parts: {
      openFee: sum('openFee'),
      amount: sum('amount'),
      serviceFee: sum('serviceFee'),
      couponOff: sum('couponOff'),
    },
    unit: 'USD',
    walletBalance: seesWallet ? available : null,
    enough: flag(short <= 0),
    stop: (await stopOf(tx, actor, judged.length)) ?? (short > 0 ? tooLittle(short, seesWallet) : null),
    before: before ? { batchNo: before.batch_no, time: before.created_at.getTime() } : null,
    errors: faults.map((fault) => ({ ...fault, msg: fault.words[from.lang] })),
    rows: judged.map(({ line: { row, cells }, opening }) => ({
      row,
      cells: importFields.map((field) => (cells[field] === '' ? fromTemplate(field, opening) : cells[field])),
      cost: prices.get(row)?.total ?? null,
    })),
  }
}

/** What an empty cell has got. */
function fromTemplate(field: ImportColumn, opening: OpeningRow | undefined): string {
  if (field === 'vid') return opening?.vid ?? ''
  return field === 'rechargeAmount' && opening ? plain(opening.rechargeAmount) : ''
}

type Stop = NonNullable<Told['stop']>

/** What would refuse the batch as a whole, reported before anybody fixes fifty rows. {@link startOpening} asks again, under its locks. */
async function stopOf(tx: Tx, { accountId }: Actor, count: number): Promise<Stop | undefined> {
  const { batchMax, maxCards } = await entitlementsOf(tx, accountId)
  if (count > batchMax)
    return stop('plan_limit', {
      cn: `当前套餐每批最多 ${batchMax} 张，请拆分文件或升级套餐`,
      en: `Your plan allows up to ${batchMax} cards per batch. Split the file or upgrade`,
    })
  const cards = (await countLiveCards(tx, accountId)) + count
  if (cards > maxCards)
    return stop('plan_limit', {
      cn: `当前套餐最多 ${maxCards} 张卡，超出 ${cards - maxCards} 张`,
      en: `Your plan allows up to ${maxCards} cards. Remove rows: ${cards - maxCards}`,
    })
  if (cards > CARDS_WITHOUT_IDENTITY && (await accountOf(tx, accountId)).identity !== 'PASSED')
    return stop('identity_required', { cn: wordsOf('identity_required', 'cn'), en: wordsOf('identity_required', 'en') })
  return undefined
}

const tooLittle = (short: number, seesWallet: boolean): Stop =>
  stop('insufficient_wallet', {
    cn: seesWallet ? `账户余额不足，还差 ${show(short)}，请先充值` : '账户余额不足，请联系主账户充值',
    en: seesWallet
      ? `Insufficient wallet balance. Top up ${show(short)} first`
      : 'Insufficient wallet balance. Ask the parent account to top up',
  })
const stop = (name: RefusalName, words: Words): Stop => ({ reason: name.toUpperCase(), words: { ...words } })
