/** What waits at the desk when the story ends: at least one case in each of its queues, so that every page of it has something to do. */
import sharp from 'sharp'
import { submitIdentity, uploadPaper } from '#contract/identity/verification.ts'
import { announceWire, listForecasts, uploadSlip } from '#contract/funding/forecasts.ts'
import { importStatement } from '#contract/funding/desk/wires.ts'
import { searchAccounts } from '#contract/accounts/accounts.ts'
import { askAdjustment } from '#contract/accounts/desk.ts'
import { uploadAttachment } from '#contract/staff/approvals.ts'
import { askPrice } from '#contract/cards/desk/ranges.ts'
import { publishAgreement } from '#contract/notices/agreements.ts'
import { addToList } from '#contract/trades/desk/lists.ts'
import { saveRules, shadowRules } from '#contract/trades/desk/rules.ts'
import type { Actor } from '#server/core/actor.ts'
import { dateOf, DAY, HOUR, MINUTE, nowMs } from '#server/core/clock.ts'
import { newId } from '#server/core/ids.ts'
import type { Agenda } from './agenda.ts'
import { agreed, drafted } from './agreements.ts'
import { asks } from './asks.ts'
import { leaves, oddEvents } from './oddities.ts'
import { Owner } from './owner.ts'
import { onPlan, people, signsUp } from './people.ts'
import { buys, planned } from './shopping.ts'
import { colleague } from './staff.ts'

/** Long enough that it still waits when somebody looks at the story a day later. */
const STAYS_PENDING_MS = 3 * DAY
const BANK = 'bnk_us1'

/** A picture with a few lines of text, as a person photographs a document. */
async function photo(name: string, lines: readonly string[]) {
  const text = lines
    .map((line, at) => `<text x="36" y="${96 + at * 44}" font-size="24" fill="#23413c">${line}</text>`)
    .join('')
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" font-family="sans-serif">
    <rect width="640" height="400" fill="#eef4f2"/><rect x="12" y="12" width="616" height="376" rx="18" fill="#fff" stroke="#9db8b1"/>
    <rect x="460" y="70" width="130" height="160" fill="#d5e2de"/>${text}</svg>`
  const bytes = await sharp(Buffer.from(drawn)).jpeg({ quality: 60 }).toBuffer()
  return { name, size: bytes.length, sha256: '', bytes } as never
}

export function waitsAtDesk(agenda: Agenda): void {
  papers(agenda)
  wires(agenda)
  atProviders(agenda)
  requests(agenda)
  leaves(agenda)
}

/** A person whose payment is above the limit of those who are not verified, and a company: both have sent their papers. */
function papers(agenda: Agenda): void {
  const { stage, endMs } = agenda
  agenda.alone(endMs - 26 * HOUR, async () => {
    const owner = new Owner(agenda, await signsUp(stage, people.applicant), 'applicant', 6)
    await owner.topsUp(300, { units: 700 })
    agenda.alone(endMs - 5 * HOUR, async () => {
      const front = await asks(owner.actor, uploadPaper, {
        file: await photo('passport.jpg', ['PASSPORT', 'GU XIAOTONG', 'E60718294']),
      })
      await asks(owner.actor, submitIdentity, {
        ...{ type: 'PERSON', realName: '顾晓彤', idType: 'PASSPORT', idNo: 'E60718294', country: 'CN' },
        ...{ files: { front: front.fileId }, contact: 'gu.xiaotong@example.com', requestNo: 'demo-papers-applicant' },
      })
    })
  })
  agenda.alone(endMs - 3 * DAY + 50 * MINUTE, async () => {
    const actor = await signsUp(stage, people.company)
    agenda.alone(endMs - 3 * HOUR, async () => {
      const front = await asks(actor, uploadPaper, {
        file: await photo('passport.jpg', ['PASSPORT', 'TANG WEI', 'E31902277']),
      })
      const license = await asks(actor, uploadPaper, {
        file: await photo('licence.jpg', ['BUSINESS LICENCE', 'CHENXI HOME', '91330100MA2']),
      })
      await asks(actor, submitIdentity, {
        ...{ type: 'BUSINESS', realName: '唐伟', idType: 'PASSPORT', idNo: 'E31902277', country: 'CN' },
        ...{ files: { front: front.fileId, license: license.fileId }, contact: 'tang.wei@example.com' },
        company: {
          ...{ name: '晨曦家居', regNo: '91330100MA2KAIKA8', legalPerson: '唐伟', website: 'https://chenxi.example' },
          address: '杭州市余杭区文一西路 969 号',
        },
        requestNo: 'demo-papers-company',
      })
    })
  })
}

/** A company that pays by wire: three forecasts, of which the bank has one, a payment that nobody announced, and a card that its issuer has not made yet. */
function wires(agenda: Agenda): void {
  const { stage, endMs } = agenda
  agenda.alone(endMs - 25 * DAY + 40 * MINUTE, async () => {
    const actor = await signsUp(stage, people.trader, { invitedBy: people.agency.invite, known: 'BUSINESS' })
    // Its plan ends in a few days.
    await onPlan(actor, 'STANDARD', 30 * DAY)
    const owner = new Owner(agenda, actor, 'trader', 8)
    for (const [at, daysAgo] of [24, 22, 20, 18].entries())
      agenda.alone(endMs - daysAgo * DAY, async () => {
        await owner.topsUp(4200)
        if (at === 0)
          await owner.opens([1, 2, 3, 4].map((n) => ({ vid: 'VISA-US-1', remark: `远航-0${n}`, cents: 200_00 })))
        for (const card of owner.cards) await owner.loads(card, at === 0 ? 700_00 : 900_00)
      })
    oddEvents(owner)
    agenda.alone(endMs - 4 * HOUR, () => announces(actor))
    agenda.alone(endMs - 2 * HOUR, () => statement(actor))
    agenda.alone(endMs - 70 * MINUTE, async () => {
      await stage.outside('/network/faults', { createPendingMs: STAYS_PENDING_MS })
      try {
        await owner.orders({ vid: 'VISA-HK-1', remark: '远航-05', cents: 150_00 })
      } finally {
        await stage.outside('/network/faults', {})
      }
    })
    agenda.alone(endMs - 9 * DAY, async () => {
      for (const [at, merchant] of (['alibaba', 'rakuten', 'coupang', 'booking'] as const).entries())
        buys(agenda, nowMs() + at * HOUR, planned(owner.chance, owner.cards[at]!, merchant, 0.6))
    })
    // A merchant gives back what this company never paid it.
    agenda.alone(endMs - 6 * HOUR, async () => {
      const { cardNumber } = owner.cards[0]!.paying
      await stage.outside('/network/refunds', { cardNumber, merchantId: 'mer_alibaba', amountCents: 318_40 })
    })
  })
}

const announced = [
  { amount: 12_500_00, payerName: 'Yuanhang Trading Ltd', payerBank: 'HSBC Hong Kong', payerCountry: 'HK' },
  { amount: 4_800_00, payerName: 'Blue Harbor LLC', payerBank: 'Chase', payerCountry: 'US' },
  { amount: 2_150_00, payerName: 'Yuanhang Trading Ltd', payerBank: 'HSBC Hong Kong', payerCountry: 'HK' },
] as const

async function announces(actor: Actor): Promise<void> {
  for (const [at, said] of announced.entries()) {
    const file = await photo(`slip-${at + 1}.jpg`, ['OUTGOING WIRE', said.payerBank, (said.amount / 100).toFixed(2)])
    const { fileId } = await asks(actor, uploadSlip, { file })
    await asks(actor, announceWire, {
      ...{
        ...said,
        payerAccount: `8800 120${at} 4471`,
        transferTime: nowMs() - 20 * HOUR,
        vouchers: [fileId],
        bankId: BANK,
      },
      requestNo: `demo-forecast-${at}`,
    })
  }
}

/** The bank's statement of today: the first wire, less what banks on its way kept, and a payment of somebody else. */
async function statement(actor: Actor): Promise<void> {
  const { reference } = await asks(actor, listForecasts, {})
  const day = dateOf(nowMs())
  const lines = [
    ['Value date', 'Reference', 'Amount', 'Currency', 'Payer', 'Payer account', 'Details'],
    [day, 'FPB20411', '12485.00', 'USD', 'YUANHANG TRADING LTD', '880012004471', `INV ${reference}`],
    [day, 'FPB20418', '960.00', 'USD', 'M. OKAFOR', '55120093', 'goods'],
  ]
  const bytes = Buffer.from(lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n'))
  const file = { name: `statement-${day}.csv`, size: bytes.length, sha256: 'demo', bytes } as never
  await asks(await colleague('finance1'), importStatement, { bankId: BANK, file, requestNo: 'demo-statement' })
}

/** A provider lists a payment of which it told nobody: the reconciliation of that day has a break. */
function atProviders(agenda: Agenda): void {
  const { stage, endMs } = agenda
  agenda.alone(endMs - 52 * HOUR, async () => {
    const stray = {
      provider: 'WECHAT',
      orderNo: newId('tup'),
      amount: 1_280_00,
      paidAtMs: nowMs() - MINUTE,
      tell: 'none',
    }
    await stage.outside('/payers/strays', stray)
  })
}

/** Rules in shadow, agreements, and what one of the staff has requested of another. */
function requests(agenda: Agenda): void {
  const { endMs } = agenda
  const alone = (ms: number, work: () => Promise<unknown>) => agenda.alone(ms, async () => void (await work()))
  alone(endMs - 4 * DAY, async () => {
    const maker = await colleague('risk1')
    const rules = [{ name: '大额数字商品', mccs: ['5816', '5968'], overCents: 80_00 }]
    const about = { note: '数字商品单笔超过 80 美元的消费，先观察一周', document: { limits: {}, rules } }
    const { rulesId } = await asks(maker, saveRules, { ...about, requestNo: 'demo-rules' })
    await asks(maker, shadowRules, { rulesId, on: true, requestNo: 'demo-rules-shadow' })
    await asks(maker, addToList, {
      ...{ kind: 'MCC', value: '7995', effect: 'BLOCK' },
      ...{ reason: '博彩，不在服务范围内', requestNo: 'demo-list' },
    })
  })
  alone(endMs - 40 * DAY, () => agreed('SERVICE', 1))
  alone(endMs - 8 * HOUR, () => drafted('PRIVACY', 1))
  alone(endMs - 5 * HOUR, async () => {
    const id = await drafted('SERVICE', 2)
    await asks(await colleague('content'), publishAgreement, {
      id,
      reason: '增加单卡月度限额的说明',
      requestNo: 'demo-agreement',
    })
  })
  alone(endMs - 3 * HOUR, async () => {
    await asks(await colleague('product'), askPrice, {
      ...{ vid: 'MASTERCARD-US-1', change: { monthFee: 80, openFee: 4_50 } },
      reason: '年终促销：该卡段开卡费下调 0.50 美元，月费下调 0.20 美元',
      requestNo: 'demo-price',
    })
  })
  // Support offers a few dollars for a card that took long, if finance agrees.
  alone(endMs - 2 * HOUR, async () => {
    const support = await colleague('support')
    const [account] = (await asks(support, searchAccounts, { keyword: people.buyer.mobile })).list
    const { fileId } = await asks(support, uploadAttachment, {
      file: await photo('ticket.jpg', ['TICKET 20417', 'waited for a card']),
    })
    await asks(support, askAdjustment, {
      ...{ accountId: account!.accountId, cause: 'GOODWILL', amount: 5_00, fileId },
      ...{ reason: '工单 20417：客户反馈开卡等待过久，补偿 5 美元', requestNo: 'demo-adjust' },
    })
  })
}
