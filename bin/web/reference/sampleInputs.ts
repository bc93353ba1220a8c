import type { Sample } from '#web/reference/described.ts'
import { NOON, ULID } from './sampleValues.ts'

const card = `crd_${ULID}`
/** As a browser names its place at its push service. */
const PUSH = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABkaika'
const other = 'crd_01KB2P8D2ZN4V7X1Q5R9S3T6W0'

/** Requests whose fields depend on each other, by call. */
export const overrides: Readonly<Record<string, Sample>> = {
  addPushDevice: {
    endpoint: PUSH,
    p256dh: 'B'.padEnd(87, 'kaika'),
    auth: 'kaika'.padEnd(22, 'kaika'),
    kinds: ['CODES', 'REQUESTS'],
  },
  askBankCode: { bankCardNo: '4111111111111111' },
  askClosingPayout: { bankCardId: `bkc_${ULID}` },
  askParent: { amount: 50_000, note: 'More for the campaign in December' },
  beginStepUp: { scene: 'BATCH_DELETE' },
  batchCard: { batchNo: 'B20261127001' },
  cardRanges: { country: 'US' },
  createTemplate: { value: 1_000 },
  enterInvoice: {
    issuerId: 'simulated',
    invoiceNo: 'INV-2026-11',
    lines: [{ kind: 'PER_CARD', quantity: 10, amount: 500 }],
    total: 500,
  },
  freezeCard: { cardId: [card], frozen: true },
  listCards: { status: ['ACTIVE', 'FROZEN'], sort: '-balance' },
  listOptions: { type: 'cardStatus' },
  loadBatch: { cardIds: [card, other], amount: 5_000 },
  moneyFlow: { from: '2026-11-01', until: '2026-11-27' },
  moneyFlowEntries: { from: '2026-11-01', until: '2026-11-27', ribbon: 'WALLET.OUT.CARDS' },
  openBatch: { vid: 'VISA-US-1', rechargeAmount: 10_000 },
  openCard: { vid: 'VISA-US-1', rechargeAmount: 10_000, expectTotal: 10_550 },
  priceBatchLoad: { cardIds: [card, other], amount: 5_000 },
  removeCardGroups: { gids: [`cgr_${ULID}`] },
  renewPushDevice: { endpoint: PUSH, p256dh: 'B'.padEnd(87, 'kaika'), auth: 'kaika'.padEnd(22, 'kaika') },
  renewSubs: { subUids: ['10000012'], months: 1 },
  saveControls: {
    mode: 'SET',
    controls: { singleMax: 50_000, limits: [{ limitId: 'day1', window: 'DAY', amount: 100_000 }] },
  },
  saveRules: {
    document: {
      limits: { singleMaxCents: 500_000 },
      rules: [{ name: 'Gift cards', mccs: ['5947'], overCents: 20_000 }],
    },
  },
  showCard: { reveal: false },
  submitIdentity: { files: { front: `idf_${ULID}`, back: `idf_${ULID}` } },
  unbindGoogle: { googleCode: '123456' },
  verifyCaptcha: { captchaType: 'work', payload: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319' },
  watchChanges: {},
  wouldPass: { merchantName: 'OPENAI', amount: 2_000 },
}

/** Figures that belong together, by call. */
export const answers: Readonly<Record<string, Sample>> = {
  openCard: { status: 'PENDING' },
  priceOpening: {
    expireTime: NOON + 300_000,
    openFee: 300,
    serviceFee: 250,
    couponOff: 0,
    total: 10_550,
    walletBalance: 103_016,
    enough: 1,
    popStatus: 0,
    popMsg: '',
  },
  signIn: { subAccount: 0, googleRequired: 0 },
}
