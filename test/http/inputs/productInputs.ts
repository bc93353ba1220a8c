/** Inputs for the products' desk. No other input depends on what one of them changes. */
import { randomBytes } from 'node:crypto'
import { deskAnswers as brands } from '#server/brands/module.ts'
import { ahead, DAY } from '#server/core/clock.ts'
import { changesRange, makesTemplate, newRange, productMaker, reason, userNoOf } from '#test/fixtures/products.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newAccount } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { nothing, withNo, type InputRecipe } from './fixtures.ts'

const someUserNo = async () => userNoOf(await newAccount({ balanceCents: 100 }))
let feeCents = 100
const newBrand = () => {
  const letters = randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
  return { name: `Brand ${letters}`, words: [`WORD ${letters}`], aliases: [], mccs: ['5734'], reason }
}
const makesBrand = async (): Promise<string> =>
  (await transaction(async (tx) => brands.saveBrand(await productMaker(), newBrand(), tx))).brandId
/** No change is pending, and no earlier one takes effect in between. */
const nothingWaits = () => sql`DELETE FROM product_change WHERE state = 'SCHEDULED' AND kind <> 'PRICE'`.execute(owner)
const noneAsked = () =>
  sql`UPDATE approval SET state = 'EXPIRED' WHERE state = 'WAITING' AND kind LIKE 'product.%'`.execute(db)
const tomorrow = () => ahead(DAY).getTime()

export const productInputs = {
  listRangesAtDesk: nothing,
  showRangeAtDesk: () => ({ vid: 'VISA-HK-1' }),
  changeRange: async () => {
    await nothingWaits()
    return withNo({ vid: 'VISA-HK-1', change: { descEn: `Text ${feeCents++}` }, effectTime: tomorrow() })
  },
  askPrice: async () =>
    withNo({ vid: 'VISA-HK-1', userNo: await someUserNo(), change: { openFee: feeCents++ }, effectTime: tomorrow() }),
  priceEffect: () => ({ vid: 'VISA-HK-1', change: { openFee: 4_50 } }),
  offeredRanges: nothing,
  addRange: async () => {
    await sql`DELETE FROM card_range WHERE program_ref = 'prg_visa_gb_1'`.execute(owner)
    await noneAsked()
    return { issuerId: 'simulated', programRef: 'prg_visa_gb_1', vid: `VISA-GB-${feeCents++}`, ...newRange, reason }
  },
  withdrawChange: async () => {
    await nothingWaits()
    const { changeId } = await changesRange(
      await productMaker(),
      { descCn: `说明 ${feeCents++}` },
      { vid: 'VISA-HK-1', effectTime: tomorrow() },
    )
    return withNo({ changeId })
  },
  listPlansAtDesk: nothing,
  showPlanAtDesk: () => ({ groupId: 'pln_partner' }),
  createPlan: () =>
    withNo({ likeGroupId: 'pln_partner', nameCn: `合伙 ${feeCents}`, nameEn: `Partner ${feeCents++} plus` }),
  askPlanChange: async () => {
    await noneAsked()
    return withNo({ groupId: 'pln_partner', change: { nameEn: `Partner ${feeCents++}` }, effectTime: tomorrow() })
  },
  askPlanFor: async () => withNo({ groupId: 'pln_enterprise', userNo: await someUserNo(), months: 3, price: 0 }),
  listTemplates: nothing,
  listGiven: async () => ({ templateId: await makesTemplate(await productMaker()) }),
  createTemplate: () =>
    withNo({ nameCn: '立减', nameEn: 'Off', type: 'OPEN_OFF', value: 100, validDays: 7, budget: 10 }),
  stopTemplate: async () => withNo({ templateId: await makesTemplate(await productMaker()), on: 0 }),
  rehearseGiving: async () => ({ templateId: await makesTemplate(await productMaker()), userNos: await someUserNo() }),
  giveCoupon: async () =>
    withNo({ templateId: await makesTemplate(await productMaker()), userNos: await someUserNo() }),
  revokeCoupons: async () => withNo({ templateId: await makesTemplate(await productMaker()) }),
  listBrands: nothing,
  saveBrand: () => withNo(newBrand()),
  mergeBrands: async () => withNo({ brandId: await makesBrand(), into: await makesBrand() }),
  rightsCatalogue: nothing,
} as const satisfies Record<string, InputRecipe>
