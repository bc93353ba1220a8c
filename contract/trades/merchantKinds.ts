/** Texts for merchant category codes (ISO 18245): the codes common in online spending, and ranges for travel. Groups of them, by which owners set controls. */
import type { Words } from '../core/fields.ts'

export const merchantKinds = {
  '4121': { cn: '打车与专车', en: 'Taxis and rides' },
  '4722': { cn: '旅行社与订房', en: 'Travel agencies' },
  '4814': { cn: '电信服务', en: 'Telecom services' },
  '4816': { cn: '网络与域名服务', en: 'Internet services' },
  '4829': { cn: '汇款', en: 'Money transfer' },
  '4899': { cn: '影音订阅', en: 'Television and streaming' },
  '5045': { cn: '电脑与软件', en: 'Computers and software' },
  '5122': { cn: '药品', en: 'Pharmacies' },
  '5311': { cn: '百货商店', en: 'Department stores' },
  '5399': { cn: '综合商品', en: 'General merchandise' },
  '5411': { cn: '超市', en: 'Groceries' },
  '5541': { cn: '加油站', en: 'Gas stations' },
  '5542': { cn: '自助加油', en: 'Automated fuel dispensers' },
  '5651': { cn: '服装', en: 'Clothing' },
  '5655': { cn: '运动服饰', en: 'Sportswear' },
  '5732': { cn: '电子产品', en: 'Electronics' },
  '5734': { cn: '软件商店', en: 'Software' },
  '5735': { cn: '数字音像', en: 'Digital music and apps' },
  '5812': { cn: '餐厅', en: 'Restaurants' },
  '5814': { cn: '快餐', en: 'Fast food' },
  '5815': { cn: '数字媒体', en: 'Digital media' },
  '5816': { cn: '数字游戏', en: 'Digital games' },
  '5817': { cn: '数字应用', en: 'Digital applications' },
  '5818': { cn: '数字商品', en: 'Digital goods' },
  '5942': { cn: '图书', en: 'Books' },
  '5947': { cn: '礼品', en: 'Gifts' },
  '5967': { cn: '成人内容', en: 'Adult content' },
  '5968': { cn: '订阅服务', en: 'Subscriptions' },
  '5999': { cn: '其他零售', en: 'Other retail' },
  '6010': { cn: '柜台取现', en: 'Cash advance' },
  '6011': { cn: 'ATM 取现', en: 'ATMs' },
  '6051': { cn: '加密货币与准现金', en: 'Crypto and quasi-cash' },
  '7011': { cn: '酒店', en: 'Hotels' },
  '7273': { cn: '交友服务', en: 'Dating services' },
  '7311': { cn: '广告投放', en: 'Advertising' },
  '7372': { cn: '云计算与数据处理', en: 'Cloud and data processing' },
  '7995': { cn: '博彩', en: 'Gambling' },
  '8398': { cn: '公益捐赠', en: 'Charity' },
} as const satisfies Record<string, Words>

const ranges = [
  { from: 3000, until: 3350, words: { cn: '航空公司', en: 'Airlines' } },
  { from: 3351, until: 3500, words: { cn: '租车', en: 'Car rental' } },
  { from: 3501, until: 3999, words: { cn: '酒店', en: 'Hotels' } },
] as const

/** Returns `undefined` for a code without a text. */
export function kindOfMerchant(mcc: string): Words | undefined {
  const code = Number(mcc)
  return mcc in merchantKinds
    ? merchantKinds[mcc as keyof typeof merchantKinds]
    : ranges.find(({ from, until }) => code >= from && code <= until)?.words
}

type Code = keyof typeof merchantKinds
type Group = Words & { readonly mccs: readonly Code[]; readonly travels?: true }

/** A code is in at most one group. `travels`: with airlines, car rental and hotels, which have a code for each company. */
export const merchantGroups = {
  ADVERTISING: { cn: '广告', en: 'Advertising', mccs: ['7311'] },
  SOFTWARE: { cn: '软件与云服务', en: 'Software and cloud', mccs: ['4816', '5045', '5734', '5817', '7372'] },
  MEDIA: {
    cn: '影音、游戏与订阅',
    en: 'Media, games and subscriptions',
    mccs: ['4899', '5735', '5815', '5816', '5818', '5968'],
  },
  SHOPPING: { cn: '购物', en: 'Shopping', mccs: ['5311', '5399', '5651', '5655', '5732', '5942', '5947', '5999'] },
  FOOD: { cn: '餐饮与超市', en: 'Food and groceries', mccs: ['5411', '5812', '5814'] },
  TRAVEL: { cn: '旅行', en: 'Travel', mccs: ['4722', '7011'], travels: true },
  TRANSPORT: { cn: '打车与加油', en: 'Rides and fuel', mccs: ['4121', '5541', '5542'] },
  CASH: { cn: '取现、汇款与加密货币', en: 'Cash, transfers and crypto', mccs: ['4829', '6010', '6011', '6051'] },
  GAMBLING: { cn: '博彩', en: 'Gambling', mccs: ['7995'] },
  ADULT: { cn: '成人与交友', en: 'Adult and dating', mccs: ['5967', '7273'] },
} as const satisfies Record<string, Group>
export type MerchantGroup = keyof typeof merchantGroups

const isTravel = (mcc: string): boolean => ranges.some(({ from, until }) => Number(mcc) >= from && Number(mcc) <= until)
export const isInGroup = (group: MerchantGroup, mcc: string): boolean => {
  const { mccs, travels }: Group = merchantGroups[group]
  return (mccs as readonly string[]).includes(mcc) || (travels === true && isTravel(mcc))
}
