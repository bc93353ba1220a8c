import type { Output } from '#contract/core/call.ts'
import { loginTypes, type listOperations, type listSignIns } from '#contract/audit/audit.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { langNow } from '#web/text.ts'
import { say } from '../text.ts'
import type { identity } from '../text.cn.ts'

type Operation = Output<typeof listOperations>['data'][number]
type SignIn = Output<typeof listSignIns>['data'][number]

const word = (key: keyof (typeof identity)['column']) => () => say(`identity.column.${key}`)
const result = ({ result: how }: { result: 'OK' | 'FAIL' }) => (
  <StatusTag tone={how === 'OK' ? 'ok' : 'bad'} text={say(`identity.result.${how}`)} />
)

export const operationColumns: readonly Column<Operation>[] = [
  { key: 'time', title: word('time'), width: 170, cell: (row) => <time>{showTime(row.createTime)}</time> },
  { key: 'type', title: word('type'), width: 140, phone: 'head', cell: (row) => row.typeText },
  { key: 'what', title: word('what'), width: 300, cell: (row) => row.content },
  { key: 'target', title: word('target'), width: 160, cell: (row) => row.target },
  { key: 'who', title: word('who'), width: 130, cell: (row) => row.actorName },
  { key: 'ip', title: word('ip'), width: 130, phone: 'no', cell: (row) => row.ip || '–' },
  { key: 'result', title: word('result'), width: 100, phone: 'head', cell: result },
]

export const signInColumns: readonly Column<SignIn>[] = [
  { key: 'time', title: word('time'), width: 170, cell: (row) => <time>{showTime(row.createTime)}</time> },
  { key: 'way', title: word('way'), width: 140, phone: 'head', cell: (row) => loginTypes[row.type][langNow()] },
  { key: 'device', title: word('device'), width: 200, cell: (row) => `${row.browser} · ${row.device}` },
  { key: 'ip', title: word('ip'), width: 180, cell: (row) => `${row.ip} ${row.ipArea}` },
  { key: 'result', title: word('result'), width: 100, phone: 'head', cell: result },
  { key: 'reason', title: word('reason'), width: 220, cell: (row) => row.failReason ?? '–' },
]
