/** A day's trade bill: a ZIP with a file of details and one of sums, in GBK. */
import { crc32, deflateRawSync } from 'node:zlib'
import { shanghaiTime } from '#server/outside/rails/bills.ts'
import { billOf } from '../payments/merchants.ts'
import type { World } from '../world.ts'
import { applicationAt, SELLER } from './account.ts'
import { yuan } from './notify.ts'

const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const RULE = '#-----------------------------------------'

/** `undefined`: nothing happened on this day. */
export function billFile(world: World, day: string): Buffer | undefined {
  const { paid, reversed } = billOf(world, 'ALIPAY', day)
  if (!paid.length && !reversed.length) return undefined
  const row = ({ ref, order_no, paid_at, amount, subject }: (typeof paid)[number], at: number, isRefund: boolean) => {
    const sum = yuan(isRefund ? -amount : amount)
    return [
      ...[`${ref}\t`, `${order_no}\t`, isRefund ? '退款' : '交易', `${subject ?? ''}\t`],
      ...[shanghaiTime(paid_at), shanghaiTime(at), '', '', '', '', '*小明(159****6789)', sum, sum],
      ...['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00', isRefund ? `${ref}\t` : '', '0.00', '0.00', ''],
    ].join(',')
  }
  const remarks = [
    `#支付宝业务明细查询`,
    `#账号：[${SELLER}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`,
  ]
  const details = [
    ...remarks,
    `${RULE}业务明细列表----------------------------------------`,
    HEAD,
    ...paid.map((one) => row(one, one.paid_at, false)),
    ...reversed.map((one) => row(one, one.reversed_at!, true)),
    `${RULE}业务明细列表结束------------------------------------`,
    `#交易合计：${paid.length}笔，退款合计：${reversed.length}笔`,
  ]
  const sums = [
    ...remarks,
    `${RULE}业务汇总列表`,
    '门店编号,门店名称,交易订单总笔数,退款订单总笔数',
    `合计,,${paid.length},${reversed.length}`,
  ]
  const name = `${applicationAt(world.store).appId}_${day.replaceAll('-', '')}`
  return zipped([
    [`${name}_业务明细(汇总).csv`, sums.join('\r\n')],
    [`${name}_业务明细.csv`, details.join('\r\n')],
  ])
}

let codes: Map<string, number[]> | undefined

/** Node decodes GBK and does not encode it. */
function gbk(text: string): Buffer {
  if (!codes) {
    codes = new Map()
    const decoder = new TextDecoder('gbk')
    for (let high = 0x81; high <= 0xfe; high++)
      for (let low = 0x40; low <= 0xfe; low++) codes.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  }
  return Buffer.from(
    [...text].flatMap((letter) => (letter < '\u0080' ? [letter.charCodeAt(0)] : (codes!.get(letter) ?? [0x3f]))),
  )
}

function zipped(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of files) {
    const [title, plain] = [gbk(name), gbk(text)]
    const packed = deflateRawSync(plain)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0) // version 2.0, then no flags
    common.writeUInt16LE(8, 4) // deflated, without a time
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(title.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, where, title]))
    bodies.push(body)
    at += body.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, entries, end])
}
