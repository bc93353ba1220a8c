import type { Same } from '../cn.ts'
import type { stuckDesk as cn } from '../cn/stuckDesk.ts'

export const stuckDesk: Same<typeof cn> = {
  lead: 'Cards that the issuer has not answered for within fifteen minutes. The money stays held: no answer is no failure, and only the issuer’s answer ends it.',
  account: 'Account',
  range: 'Range',
  order: 'Opening',
  held: 'Held',
  since: 'Waiting for',
  tries: 'Asked',
  next: 'Asked again by itself',
  ask: 'Ask now',
  asked: 'The issuer is being asked; the answer will appear here',
  empty: 'No card waits for the issuer',
  emptyText: 'The issuer has answered for every card. An opening without an answer for fifteen minutes appears here.',
  more: '{{count}} later ones are not shown',
}
