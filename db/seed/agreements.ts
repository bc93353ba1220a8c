/** Versions of agreements that the service wrote for its users. Nobody has to accept one before going on. */
import { publishAgreement, saveAgreement, type AgreementKind } from '#contract/notices/agreements.ts'
import { approve } from '#contract/staff/approvals.ts'
import { asks } from './asks.ts'
import { colleague } from './staff.ts'

type Words = { cn: string; en: string }

const texts: Partial<Record<AgreementKind, { title: Words; html: readonly Words[] }>> = {
  SERVICE: {
    title: { cn: '卡片使用规则', en: 'Card usage rules' },
    html: [
      {
        cn: '<h3>用途</h3><p>卡片仅用于广告投放、软件订阅与正常采购。</p><h3>拒付率</h3><p>30 天拒付率超过 5% 将停用全部卡片。</p>',
        en: '<h3>Purpose</h3><p>Cards are for advertising, software subscriptions and ordinary purchases.</p><h3>Decline rate</h3><p>Above 5% in 30 days, all cards are stopped.</p>',
      },
      {
        cn: '<h3>用途</h3><p>卡片仅用于广告投放、软件订阅与正常采购。</p><h3>拒付率</h3><p>30 天拒付率超过 5% 将停用全部卡片。</p><h3>单卡限额</h3><p>可为每张卡设置每月限额，超出部分不予授权。</p>',
        en: '<h3>Purpose</h3><p>Cards are for advertising, software subscriptions and ordinary purchases.</p><h3>Decline rate</h3><p>Above 5% in 30 days, all cards are stopped.</p><h3>Card limits</h3><p>You can set a monthly limit on each card. Purchases above it are declined.</p>',
      },
    ],
  },
  PRIVACY: {
    title: { cn: '隐私政策', en: 'Privacy policy' },
    html: [
      {
        cn: '<h3>我们收集的信息</h3><p>手机号、实名资料与交易记录，仅用于提供服务与履行法定义务。</p>',
        en: '<h3>What we collect</h3><p>Your mobile number, identity documents and transactions, only to provide the service and to meet legal duties.</p>',
      },
    ],
  },
}

export async function drafted(kind: AgreementKind, version: number): Promise<string> {
  const { title, html } = texts[kind]!
  const { cn, en } = html[version - 1]!
  const about = { kind, titleCn: title.cn, titleEn: title.en, htmlCn: cn, htmlEn: en, mustAccept: false }
  const { id } = await asks(await colleague('content'), saveAgreement, {
    ...about,
    requestNo: `demo-agreement-${kind}-${version}`,
  })
  return id
}

/** Drafted, published by one person and agreed to by another. */
export async function agreed(kind: AgreementKind, version: number): Promise<void> {
  const id = await drafted(kind, version)
  const { approvalId } = await asks(await colleague('content'), publishAgreement, {
    id,
    reason: '法务已审阅',
    requestNo: `demo-publish-${kind}-${version}`,
  })
  await asks(await colleague('risk1'), approve, { approvalId, requestNo: `demo-${approvalId}` })
}
