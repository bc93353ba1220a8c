/** The risk desk in tests: rules drafted, tested, requested and approved. */
import type { RulesDocument } from '#contract/trades/desk/rules.ts'
import type { Staff } from '#server/core/actor.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { listAnswers, ruleAnswers } from '#server/trades/module.ts'
import { backTest } from '#server/trades/desk/rules/backTest.ts'
import { expireRules } from '#server/trades/rules/rulesNow.ts'
import { approves, newStaff } from './staff.ts'

export const riskMaker = (): Promise<Staff> => newStaff(['RISK'])
export const riskChecker = (): Promise<Staff> => newStaff(['RISK_APPROVER'])

export const noGames: RulesDocument = { limits: {}, rules: [{ name: 'no games', mccs: ['5816'] }] }

export const drafts = async (maker: Staff, document: RulesDocument = noGames): Promise<string> =>
  (await transaction((tx) => ruleAnswers.saveRules(maker, { note: 'as agreed', document }, tx))).rulesId

export const shadows = async (maker: Staff, rulesId: string, on = true) => {
  await transaction((tx) => ruleAnswers.shadowRules(maker, { rulesId, on }, tx))
  expireRules()
}

export async function tests(maker: Staff, rulesId: string, days = 7, stretch?: number): Promise<string> {
  const { backTestId } = await transaction((tx) => ruleAnswers.backTestRules(maker, { rulesId, days }, tx))
  await backTest({ backTestId }, stretch)
  return backTestId
}

export async function tried(maker: Staff, document?: RulesDocument): Promise<string> {
  const rulesId = await drafts(maker, document)
  await shadows(maker, rulesId)
  await tests(maker, rulesId)
  return rulesId
}

export const asksLive = async (maker: Staff, rulesId: string): Promise<string> =>
  (await transaction((tx) => ruleAnswers.publishRules(maker, { rulesId, reason: 'games are stolen' }, tx))).approvalId
export const asksBack = async (maker: Staff): Promise<string> =>
  (await transaction((tx) => ruleAnswers.rollBackRules(maker, { reason: 'stops too much' }, tx))).approvalId
export async function agrees(checker: Staff, approvalId: string): Promise<void> {
  await approves(checker, approvalId, 'looked at it')
  expireRules()
}
export async function goesLive(document?: RulesDocument): Promise<string> {
  const maker = await riskMaker()
  const rulesId = await tried(maker, document)
  await agrees(await riskChecker(), await asksLive(maker, rulesId))
  return rulesId
}

export async function lists(
  maker: Staff,
  kind: 'MERCHANT' | 'MCC' | 'COUNTRY',
  value: string,
  effect: 'BLOCK' | 'ALLOW',
) {
  const made = await transaction((tx) =>
    listAnswers.addToList(maker, { kind, value, effect, reason: 'seen too often' }, tx),
  )
  expireRules()
  return made
}

/** Resets what a test has left on. */
export async function deskAsNew(halted = false): Promise<void> {
  await sql`
    UPDATE risk_desk SET version = version + 1, halted = ${halted}, halt_reason = ${halted ? 'a test' : null}, halted_by = ${halted ? 'a test' : null}`.execute(
    db,
  )
  await sql`UPDATE approval SET state = 'WITHDRAWN' WHERE state = 'WAITING' AND kind LIKE 'risk.%'`.execute(db)
  await sql`UPDATE rule_set SET state = 'RETIRED' WHERE state = 'LIVE' AND number > 1`.execute(db)
  await sql`UPDATE rule_set SET state = 'LIVE' WHERE number = 1`.execute(db)
  expireRules()
}
