/** The only place that spells the account console's addresses, with `barePaths.ts`. Pages with an id get theirs from the contract. */
import type { CardMove } from '#contract/cards/states.ts'
import { pages, type PageId } from '#contract/core/permissions.ts'
import { barePaths } from './barePaths.ts'

const of = <I extends PageId>(id: I) => pages[id].path

/** A charge in the address of the page that tries it. */
export const passParams = { merchant: 'shop', amount: 'pay' } as const

export const paths = {
  ...barePaths,
  notFound: '/404',
  noPermission: '/noPermission',
  /** The page says what it refuses. */
  noPermissionFor: (page: string | undefined) => (page ? `/noPermission?page=${page}` : '/noPermission'),
  shop: of('2002'),
  finance: of('2003'),
  recharge: of('2003001'),
  rechargeIndex: of('2003001001'),
  rechargeOnline: of('2003001002'),
  rechargeUnionPay: of('2003001004'),
  /** A started top-up: it survives a reload. */
  rechargeOrder: (orderNo: string) => `${of('2003001002')}?order=${orderNo}`,
  rechargeBank: of('2003001003'),
  financeAudit: of('2003002'),
  forecastNew: `${of('2003002')}/new`,
  forecast: (topupId: string) => `${of('2003002')}/${topupId}`,
  forecastAgain: (topupId: string) => `${of('2003002')}/${topupId}/again`,
  financeRecord: of('2003003'),
  flow: (flowNo: string) => `${of('2003003')}/${flowNo}`,
  /** `period` or `from` and `until` in the address say which days. */
  moneyFlow: of('2003004'),
  moneyFlowOf: (ribbon: string) => `${of('2003004')}/${encodeURIComponent(ribbon)}`,
  scenario: of('2004'),
  threeD: '/cardThreeD',
  cardsGroup: of('2005'),
  cardOpen: of('2005001'),
  /** With a generated holder. */
  cardOpenFilled: `${of('2005001')}?fill=1`,
  cardOpened: (cardId: string) => `${of('2005001')}/opened/${cardId}`,
  cardImport: `${of('2005001')}/import`,
  /** A file that has become a batch: it survives a closed tab. */
  cardImported: (batchNo: string) => `${of('2005001')}/import?batch=${batchNo}`,
  cardBatchOpen: `${of('2005001')}/batch`,
  batchOpened: (batchNo: string) => `${of('2005001')}/batch/${batchNo}`,
  cardList: of('2005002'),
  batches: `${of('2005002')}/batches`,
  batch: (batchNo: string) => `${of('2005002')}/batches/${batchNo}`,
  /** Many cards together; the selection is kept outside the address. */
  cardsBatch: (what: 'load' | 'withdraw' | 'delete') => `${of('2005002')}/batch/${what}`,
  card: (cardId: string) => `${of('2005002')}/${cardId}`,
  /** The card at full width. */
  cardPage: (cardId: string) => `${of('2005002')}/${cardId}/page`,
  cardPageAction: (cardId: string, move: CardMove) => `${of('2005002')}/${cardId}/page/${move}`,
  cardPageLabels: (cardId: string, what: 'group' | 'tags') => `${of('2005002')}/${cardId}/page/labels/${what}`,
  /** The controls of a card, at one of their lines. */
  cardControl: (cardId: string, line: string) => `${of('2005002')}/${cardId}?tab=controls&line=${line}`,
  cardAction: (cardId: string, move: CardMove) => `${of('2005002')}/${cardId}/${move}`,
  cardsAction: (move: 'freeze' | 'unfreeze') => `${of('2005002')}/selected/${move}`,
  /** Would a charge pass on the selected cards, or on those of the list? The selection is kept outside the address. */
  cardsPass: `${of('2005002')}/pass`,
  passOf: (merchant: string, amount: string) =>
    `${of('2005002')}/pass?${new URLSearchParams({ [passParams.merchant]: merchant, ...(amount && { [passParams.amount]: amount }) })}`,
  cardsHandOver: `${of('2005002')}/selected/handOver`,
  cardsControls: `${of('2005002')}/selected/controls`,
  /** Group and tag actions; the selection is kept outside the address. */
  cardLabels: (what: 'group' | 'tags') => `${of('2005002')}/labels/${what}`,
  cardGroup: of('2005003'),
  /** The export of a list: beside the list, with its filters in the address. */
  exportOf: (list: string) => `${list}/export`,
  cardControls: of('2005005'),
  cardRecord: of('2005004'),
  /** All of the account, on cards of sub-accounts too: what the overview, the warning levels and the desk count. */
  declines: `${of('2005004')}?tab=declined&scope=all`,
  cardTrades: (cardSeqNo: string) => `${of('2005004')}?cardSeqNo=${cardSeqNo}&scope=all`,
  /** What was settled between two moments, as figures of spend count it. `more`: which of it. */
  settled: (from: string, until: string, more: Record<string, string>) =>
    `${of('2005004')}?${new URLSearchParams({ tab: 'settled', postedStart: from, postedEnd: until, ...more })}`,
  analysis: of('2005007'),
  /** For an authorization, or a settled row without one. */
  trade: (id: string) => `${of('2005004')}/${id}`,
  cardDisputes: of('2005006'),
  dispute: (disputeId: string) => `${of('2005006')}/${disputeId}`,
  disputeEdit: (disputeId: string) => `${of('2005006')}/${disputeId}/edit`,
  disputeNew: (tradeId: string) => `${of('2005006')}/new/${tradeId}`,
  /** Those of one purchase. */
  disputesOf: (tradeId: string) => `${of('2005006')}?tradeId=${tradeId}`,
  roles: `${of('2006001')}/roles`,
  role: (roleId: string) => `${of('2006001')}/roles/${roleId}`,
  subAccounts: of('2006001'),
  subCardList: of('2006002'),
  subCardRecord: of('2006003'),
  /** Cards or transactions of one sub-account. */
  ofSub: (list: string, subUid: string) => `${list}?subUid=${subUid}`,
  /** Requests of sub-accounts. */
  asks: `${of('2006001')}?tab=asks`,
  notices: '/notices',
  rebate: '/rebate',
  /** Commission payouts and payout cards: dialogs with their own addresses. */
  rebateDialog: (what: 'wallet' | 'bank' | 'card') => `/rebate/${what}`,
  personal: of('2007'),
  account: of('2007001'),
  /** Account changes: dialogs with their own addresses. */
  accountDialog: (what: string) => `${of('2007001')}/${what}`,
  googleAuth: of('2007002'),
  operate: of('2007003'),
} as const
