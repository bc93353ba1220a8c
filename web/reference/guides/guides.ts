/** What each guide is made of: texts by their name, headings, calls with their samples, and code. */
import { retries, allCards, listen } from './programs.ts'

export type Block = { text: string } | { heading: string } | { call: string } | { program: string }

const text = (name: string): Block => ({ text: name })
const heading = (name: string): Block => ({ heading: name })
const call = (name: string): Block => ({ call: name })

export const guideBlocks = {
  signIn: [
    text('first'),
    call('signIn'),
    heading('hTokens'),
    text('tokens'),
    call('userInfo'),
    text('lang'),
    heading('hRefresh'),
    text('refresh'),
    call('refresh'),
    text('sessions'),
    heading('hChecks'),
    text('checks'),
    text('known'),
  ],
  openCard: [
    text('ranges'),
    call('cardRanges'),
    text('price'),
    call('priceOpening'),
    text('open'),
    call('openCard'),
    text('pending'),
    text('show'),
    call('showCard'),
    text('live'),
    text('numbers'),
  ],
  errors: [
    text('codes'),
    text('reason'),
    heading('hRetry'),
    text('retry'),
    text('wait'),
    text('never'),
    text('code'),
    { program: retries },
  ],
  idempotency: [text('number'), text('body'), text('kept'), text('none'), call('openCard')],
  money: [text('unit'), text('text'), text('rates'), text('float'), call('priceOpening')],
  times: [text('days'), text('ranges'), text('clock'), call('listCards')],
  paging: [text('total'), text('cursor'), text('code'), { program: allCards }],
  live: [text('topics'), text('content'), text('resync'), text('again'), { program: listen }],
} as const satisfies Record<string, readonly Block[]>
export type GuideId = keyof typeof guideBlocks
export const guideIds = Object.keys(guideBlocks) as GuideId[]
