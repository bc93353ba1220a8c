/**
 * One input for every call of the contract that succeeds for any caller with permission. A new row does not compile without its line here, so that no call's
 * permissions go untested.
 */
import type { Call } from '#contract/core/call.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { stepUpTicket } from '#server/identity/identity.ts'
import { aBatch } from '#test/fixtures/batches.ts'
import {
  aDraft,
  agreementInput,
  anAgreementDraft,
  anAgreementInForce,
  aNotice,
  contactInput,
  noticeInput,
} from '#test/fixtures/content.ts'
import { bindGoogle, googleDigits } from '#test/fixtures/google.ts'
import { aStuckOpening } from '#test/fixtures/stuckOpening.ts'
import { someApproval } from '#test/fixtures/staff.ts'
import { owner } from '#test/database.ts'
import { identityInputs } from './identityInputs.ts'
import { productInputs } from './productInputs.ts'
import { fundsInputs } from './fundsInputs.ts'
import { leavingInputs } from './leavingInputs.ts'
import { besideAnApproval, moveInputs } from './moveInputs.ts'
import { replaceInputs } from './replaceInputs.ts'
import { riskInputs } from './riskInputs.ts'
import { newAccount, newMobile, PASSWORD, textsTo } from '#test/world.ts'
import { anEmailCode } from '#test/mail.ts'
import { ask } from '../app.ts'
import { FileOf } from '../multipart.ts'
import { aCardInput, someRequestNo } from './actors.ts'
import { fileNamed } from '../files.ts'
import * as cards from '#contract/cards/cards.ts'
import * as captcha from '#contract/identity/captcha.ts'
import * as identity from '#contract/identity/identity.ts'
import * as security from '#contract/identity/security.ts'
import { contract, type CallName } from '../rows.ts'
import { subInputs } from './subInputs.ts'
import { addCardInput, payoutInputs, removeCardInput, toBankCardInput, toWalletInput } from './payoutFixtures.ts'
import { notificationInputs } from './notificationInputs.ts'
import { disputeInputs } from './disputeInputs.ts'
import { invoiceInputs } from './invoiceInputs.ts'
import { moneyInputs } from './moneyInputs.ts'
import { staffInputs } from './staffInputs.ts'
import { tradeInputs } from './tradeInputs.ts'
import { wireInputs } from './wireInputs.ts'
import {
  type InputRecipe,
  nothing,
  anAccount,
  aCard,
  aView,
  aPicture,
  aPaper,
  anIdentity,
  samePassword,
  aFreshCode,
  withCode,
  googleInput,
  aChange,
  topUpQuote,
  aName,
  cardGroup,
  role,
  tag,
  anImport,
  forgetTallies,
} from './fixtures.ts'
import { cardInputs } from './cardInputs.ts'

export const inputs: Record<CallName, InputRecipe> = {
  ...subInputs,
  ...wireInputs,
  ...moneyInputs,
  ...invoiceInputs,
  ...tradeInputs,
  ...disputeInputs,
  ...staffInputs,
  listSignIns: nothing,
  listOperations: nothing,
  cardRanges: nothing,
  listCards: nothing,
  listCardsOfSubs: nothing,
  suggestHolder: nothing,
  askCardCode: async () => {
    await forgetTallies()
    return { scene: 'REVEAL' }
  },
  checkCardCode: async ({ served, member }) => {
    await forgetTallies()
    await ask(served.url, cards.askCardCode, { scene: 'REVEAL' }, member.token)
    return { code: (await textsTo(member.person.mobile))[0]?.code ?? '000000', scene: 'REVEAL' }
  },
  listViews: () => ({ list: 'cards' }),
  saveView: () => ({ list: 'cards', name: aName(), query: 'status=ACTIVE', requestNo: someRequestNo() }),
  removeView: aView,
  listCoupons: nothing,
  usableCoupons: () => ({ scene: 'OPEN', vid: 'VISA-US-1', amount: 5000 }),
  listPlans: nothing,
  pricePlan: () => ({ groupId: 'pln_pro', months: 1 }),
  buyPlan: () => ({ groupId: 'pln_pro', months: 1, requestNo: someRequestNo() }),
  comparePlans: nothing,
  priceOpening: () => ({ vid: 'VISA-US-1', amount: 5000 }),
  openCard: () => aCardInput(),
  freezeCard: ({ has }) => ({ cardId: has.toFreeze, frozen: 1, requestNo: someRequestNo() }),
  showCard: aCard,
  cardBalance: aCard,
  priceLoad: ({ has }) => ({ cardId: has.steady, amount: 1000 }),
  loadCard: ({ has }) => ({ cardId: has.steady, amount: 1000, requestNo: someRequestNo() }),
  priceWithdrawal: aCard,
  withdrawFromCard: ({ has }) => ({ cardId: has.steady, amount: 1000, requestNo: someRequestNo() }),
  editAddress: ({ has }) => ({
    cardId: has.steady,
    street: '2 Elm Court',
    city: 'Salem',
    state: 'OR',
    zipCode: '97301',
    requestNo: someRequestNo(),
  }),
  deleteCard: ({ has }) => ({ cardId: has.toDelete, requestNo: someRequestNo() }),
  listStuckOpenings: nothing,
  askForOpening: async () => ({ ...(await aStuckOpening()), requestNo: someRequestNo() }),
  ...cardInputs,
  listCardGroups: nothing,
  countUngrouped: nothing,
  countCardGroups: nothing,
  addCardGroup: () => ({ name: aName(), requestNo: someRequestNo() }),
  changeCardGroup: ({ has }) => ({ gid: has.gid, remark: 'for shops' }),
  orderCardGroup: ({ has }) => ({ gid: has.gid, action: 'UP' }),
  removeCardGroup: async ({ served, member }) => ({ gid: await cardGroup(served, member), requestNo: someRequestNo() }),
  removeCardGroups: async ({ served, member }) => ({
    gids: await cardGroup(served, member),
    requestNo: someRequestNo(),
  }),
  mergeCardGroups: async ({ served, member, has }) => ({
    fromGids: await cardGroup(served, member),
    toGid: has.gid,
    requestNo: someRequestNo(),
  }),
  groupCards: ({ has }) => ({ cardIds: has.steady, gid: 0 }),
  groupCard: ({ has }) => ({ cardId: has.steady, gid: 0 }),
  listTags: nothing,
  addTag: () => ({ name: aName(), requestNo: someRequestNo() }),
  changeTag: ({ has }) => ({ tagId: has.tagId, color: 'green' }),
  removeTags: async ({ served, member }) => ({ tagId: await tag(served, member), requestNo: someRequestNo() }),
  untagCards: ({ has }) => ({ cardIds: has.steady, tagId: has.tagId }),
  importTemplate: nothing,
  importData: () => ({ file: fileNamed('good'), requestNo: someRequestNo() }),
  importResult: async (asker) => ({ batchNo: await anImport(asker) }),
  priceBatchOpening: () => ({ vid: 'VISA-US-1', num: 2, amount: 5000 }),
  openBatch: () => ({ vid: 'VISA-US-1', num: 2, rechargeAmount: 500, requestNo: someRequestNo() }),
  priceBatchLoad: ({ has }) => ({ cardIds: has.steady, amount: 1000 }),
  loadBatch: ({ has }) => ({ cardIds: has.steady, amount: 1000, requestNo: someRequestNo() }),
  deleteBatch: async ({ member, has }) => ({
    cardIds: has.toDelete,
    ticket: (await stepUpTicket(member.person, 'batchDelete')).ticket,
    requestNo: someRequestNo(),
  }),
  batchCard: ({ has }) => ({ text: has.steady }),
  listBatches: nothing,
  priceRetry: async ({ member, has }) => ({ batchNo: await aBatch(member, has.steady, 'FAILED') }),
  retryBatch: async ({ member, has }) => ({
    batchNo: await aBatch(member, has.steady, 'FAILED'),
    requestNo: someRequestNo(),
  }),
  cancelBatch: async ({ member, has }) => ({
    batchNo: await aBatch(member, has.steady, 'HELD'),
    requestNo: someRequestNo(),
  }),
  rechargeInfo: () => ({ rail: 'USDT_TRC20', amountStr: '110.000000' }),
  createRecharge: async ({ served, member }) => ({
    quoteId: await topUpQuote(served, member),
    rail: 'USDT_TRC20',
    requestNo: someRequestNo(),
  }),
  askBankCode: async ({ served, member }) => ({
    quoteId: await topUpQuote(served, member, { rail: 'UNIONPAY', amount: 500_00 }),
    amount: 500_00,
    bankCardNo: '6222020200112233446',
    holderName: '林安娜',
    idNo: '110101199003074477',
    mobile: '13800138000',
    requestNo: someRequestNo(),
  }),
  bankLimits: nothing,
  rechargeStatus: ({ has }) => ({ orderNo: has.orderNo }),
  checkRecharge: ({ has }) => ({ orderNo: has.orderNo }),
  listFlows: nothing,
  slideCaptcha: nothing,
  textCaptcha: () => ({ key: someRequestNo() }),
  workChallenge: () => ({ scene: 'signup', mobile: newMobile() }),
  verifyCaptcha: async ({ served }) => {
    const key = someRequestNo()
    await ask(served.url, captcha.textCaptcha, { key })
    const { rows } = await sql<{ answer: string }>`SELECT answer FROM captcha WHERE captcha_key = ${key}`.execute(db)
    return { captchaType: 'text', key, code: rows[0]!.answer }
  },
  signUpCode: () => ({ mobile: newMobile() }),
  signUp: async ({ served }) => {
    const mobile = newMobile()
    await ask(served.url, identity.signUpCode, { mobile })
    const { code } = (await textsTo(mobile))[0]!
    return { mobile, code, password: PASSWORD, confirmPassword: PASSWORD, agree: 1 }
  },
  signIn: async ({ member }) => {
    await forgetTallies()
    return { username: member.person.mobile, password: member.person.password }
  },
  rememberChallenge: () => ({ credential: 'kr_nobody' }),
  refresh: ({ member }) => ({ grant_type: 'refresh_token', refresh_token: member.refreshToken }),
  refreshToken: ({ member }) => ({ grant_type: 'refresh_token', refresh_token: member.refreshToken }),
  signOut: nothing,
  userInfo: nothing,
  signInCode: () => ({ mobile: newMobile() }),
  signInByCode: ({ served, member }) => withCode(served, member, security.signInCode),
  signInByGoogle: async ({ member }) => ({
    username: member.person.mobile,
    password: member.person.password,
    ...(await googleInput(member)),
  }),
  forgottenCode: () => ({ mobile: newMobile() }),
  resetForgotten: async ({ served }) => {
    const somebody = { person: await newAccount(), token: '', refreshToken: '' }
    return { ...(await withCode(served, somebody, security.forgottenCode)), ...samePassword }
  },
  passwordCode: aFreshCode,
  changePassword: async ({ served, member }) => {
    await bindGoogle(member.person, { bound: false })
    return { ...(await withCode(served, member, security.passwordCode)), ...samePassword }
  },
  changePasswordByGoogle: async ({ member }) => ({ ...(await googleInput(member)), ...samePassword }),
  profileCode: aFreshCode,
  editProfile: async ({ served, member }) => ({
    code: (await withCode(served, member, security.profileCode)).code,
    nickname: 'Renamed',
  }),
  preferences: () => ({ timeZone: 'Asia/Tokyo' }),
  googleSecret: async ({ member }) => {
    await bindGoogle(member.person, { bound: false })
    return {}
  },
  bindGoogle: async ({ served, member }) => {
    const { code } = await withCode(served, member, security.passwordCode)
    return { code, googleCode: googleDigits(await bindGoogle(member.person, { bound: false })) }
  },
  checkGoogle: async ({ member }) => ({ ...(await googleInput(member)), scene: 'REVEAL' }),
  unbindGoogle: async ({ served, member }) => ({
    ...(await googleInput(member)),
    code: (await withCode(served, member, security.passwordCode)).code,
  }),
  listSessions: nothing,
  endSessions: nothing,
  closingState: nothing,
  closingCode: aFreshCode,
  closeAccount: () => ({ code: '000000', reason: 'Leaving', confirmText: 'none', requestNo: someRequestNo() }),
  uploadPaper: async () => ({ file: new FileOf(await aPicture(), 'id card.png') }),
  showPaper: async ({ served, member }) => ({ fileId: await aPaper(served, member) }),
  submitIdentity: async ({ served, member }) => {
    const { accountId } = member.person
    await sql`DELETE FROM identity_order WHERE account_id = ${accountId}`.execute(owner)
    await sql`UPDATE account SET identity = 'NONE' WHERE account_id = ${accountId}`.execute(db)
    return anIdentity(await aPaper(served, member))
  },
  identityStatus: nothing,
  carousel: nothing,
  personalNotices: nothing,
  mustReadNotices: nothing,
  readNotice: ({ has }) => ({ id: has.noticeId }),
  readNotices: () => ({ readTime: nowMs() }),
  unreadNotices: () => ({ at: nowMs() }),
  pageOfNotices: nothing,
  bannerNotices: nothing,
  enumList: () => ({ type: 'cardStatus' }),
  wallet: nothing,
  overview: nothing,
  overviewForSub: nothing,
  privilege: nothing,
  watchChanges: nothing,
  permissions: nothing,
  infoForSub: nothing,
  listRoles: nothing,
  roleOptions: nothing,
  addRole: () => ({ name: aName(), keys: ['card:view'], requestNo: someRequestNo() }),
  editRole: async ({ served, member }) => ({ roleId: await role(served, member), name: aName() }),
  deleteRole: async ({ served, member }) => ({ roleId: await role(served, member) }),
  changePermissions: async ({ served, member }) => ({
    roleId: await role(served, member),
    pageIds: ['2005'],
    keys: ['trade:view'],
  }),
  gradeRanges: () => ({ merchantName: 'openai' }),
  suggestMerchants: () => ({ words: 'openai' }),
  threeDPool: nothing,
  cardThreeD: aCard,
  pageAuthorizations: nothing,
  pageSubAuthorizations: nothing,
  pageTrades: nothing,
  pageSubTrades: nothing,
  pageDeclines: nothing,
  pageSubDeclines: nothing,
  declineLadder: nothing,
  rehearse: ({ has }) => ({ cardIds: has.steady, move: 'freeze' }),
  staffSignOut: nothing,
  staffSelf: nothing,
  staffQueues: nothing,
  listStaff: nothing,
  disableStaff: async () => ({ ...(await aChange()), disabled: 1 }),
  changeStaffRoles: async () => ({ ...(await aChange()), roles: 'KYC,SUPPORT' }),
  listStaffAudit: nothing,
  verifyStaffAudit: nothing,
  listApprovals: nothing,
  uploadAttachment: async () => ({ file: new FileOf(await aPicture(), 'ticket.png') }),
  showAttachment: besideAnApproval,
  showApproval: async () => ({ approvalId: await someApproval() }),
  approve: async () => ({ approvalId: await someApproval(), requestNo: someRequestNo() }),
  reject: async () => ({ approvalId: await someApproval(), reason: 'not like this', requestNo: someRequestNo() }),
  searchAccounts: ({ member }) => ({ keyword: member.person.mobile }),
  showAccount: anAccount,
  accountFlows: anAccount,
  accountCards: anAccount,
  accountDeclines: anAccount,
  accountOrders: anAccount,
  accountSessions: anAccount,
  accountLog: anAccount,
  revealMobile: ({ member: { person } }) => ({
    accountId: person.accountId,
    loginId: person.loginId,
    reason: 'asked for by the holder',
  }),
  withdrawApproval: async ({ colleague }) => ({
    approvalId: await someApproval(colleague),
    requestNo: someRequestNo(),
  }),
  emailCode: async () => {
    await forgetTallies()
    return { email: 'mei@example.com' }
  },
  confirmEmail: async ({ member }) => ({ code: await anEmailCode(member.person) }),
  removeEmail: nothing,
  ...notificationInputs,
  consoleState: nothing,
  guideSeen: nothing,
  listDeskNotices: nothing,
  previewHtml: () => ({ html: '<p>Tonight</p>' }),
  saveNotice: () => ({ ...noticeInput, audienceIds: '', requestNo: someRequestNo() }),
  publishNotice: async () => ({ id: await aDraft(), reason: 'as planned', requestNo: someRequestNo() }),
  withdrawNotice: async () => ({ id: await aNotice(), reason: 'not any more', requestNo: someRequestNo() }),
  contact: nothing,
  deskContact: nothing,
  saveContact: () => ({ ...contactInput, chatOn: 0, requestNo: someRequestNo() }),
  agreements: nothing,
  agreementsToAccept: nothing,
  acceptAgreement: async () => ({ id: await anAgreementInForce() }),
  listDeskAgreements: nothing,
  saveAgreement: () => ({ ...agreementInput, mustAccept: 1, requestNo: someRequestNo() }),
  publishAgreement: async () => ({ id: await anAgreementDraft(), reason: 'as planned', requestNo: someRequestNo() }),
  exportCards: nothing,
  exportGroupCards: () => ({ gid: '0', format: 'csv' }),
  exportFullCards: async ({ member }) => ({ ticket: (await stepUpTicket(member.person, 'export')).ticket }),
  exportAuthorizations: () => ({ format: 'csv' }),
  exportTrades: nothing,
  exportFlows: () => ({ format: 'csv' }),
  ...productInputs,
  ...riskInputs,
  ...identityInputs,
  ...moveInputs,
  ...replaceInputs,
  ...fundsInputs,
  ...leavingInputs,
  referralHome: nothing,
  listInvited: nothing,
  listCommission: nothing,
  listWithdrawals: nothing,
  withdrawalTerms: () => ({ target: 'WALLET', amount: 1000 }),
  payoutCode: async () => {
    await forgetTallies()
    return { scene: 'WITHDRAW' }
  },
  listPayoutCards: nothing,
  toWallet: toWalletInput,
  toBankCard: toBankCardInput,
  addPayoutCard: addCardInput,
  removePayoutCard: removeCardInput,
  listPayouts: nothing,
  showPayout: payoutInputs.show,
  approvePayout: payoutInputs.approve,
  sendPayout: payoutInputs.send,
  confirmPayout: payoutInputs.confirm,
  returnPayout: payoutInputs.return,
  revealPayoutCard: payoutInputs.reveal,
  listSelfReferrals: nothing,
  clawBack: payoutInputs.clawBack,
  refundPlan: payoutInputs.refundPlan,
}

/** Every row, in contract order. */
export const calls = Object.keys(inputs).map((name) => [name, contract[name as CallName]] as [CallName, Call])
