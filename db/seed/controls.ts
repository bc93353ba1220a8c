/** What the buyer lets its cards do: a template for new ones, a group whose limit only watches, and cards that are near theirs. */
import { listCards } from '#contract/cards/cards.ts'
import { saveControls } from '#contract/controls/controls.ts'
import { saveTemplate } from '#contract/controls/templates.ts'
import type { Cents } from '#contract/core/money.ts'
import { asks } from './asks.ts'
import { dayOf } from './business.ts'
import type { Owner } from './owner.ts'

/** In total from then on. Limits only watch: no purchase of the story is declined because of them. */
const watched = { 'GG-US-04': 210_00, 'TT-SEA-04': 80_00, 'FB-US-08': 200_00 } satisfies Record<string, Cents>

export function setsControls(owner: Owner, daysAgo: number): void {
  const { agenda, actor } = owner
  agenda.alone(dayOf(owner, daysAgo), async () => {
    const { data } = await asks(actor, listCards, { scope: 'all', pageSize: 200, sort: 'openDate' })
    await asks(actor, saveTemplate, {
      ...{ name: '广告投放卡', vid: 'VISA-US-1', amount: 300_00, remarkPattern: 'FB-US-{n}' },
      controls: {
        limits: [{ limitId: 'daily', window: 'DAY', amount: 200_00, refunds: 'KEEP', warnAt: 80 }],
        kinds: { mode: 'ONLY', groups: ['ADVERTISING'] },
      },
      requestNo: 'demo-template',
    })
    const group = data.find(({ groupName }) => groupName === 'Facebook 美国')!.gid!
    const limits = [
      ['GROUP', group, 2_000_00] as const,
      ...Object.entries(watched).map(
        ([remark, amount]) => ['CARD', data.find((card) => card.remark === remark)!.cardId, amount] as const,
      ),
    ]
    for (const [at, [scope, id, amount]] of limits.entries())
      await asks(actor, saveControls, {
        ...{ scope, scopeIds: [id], note: '先观察，再启用' },
        controls: {
          mode: 'WATCH',
          limits: [
            { limitId: 'spend', window: scope === 'GROUP' ? 'MONTH' : 'ALL', amount, refunds: 'KEEP', warnAt: 80 },
          ],
        },
        requestNo: `demo-controls-${at}`,
      })
  })
}
