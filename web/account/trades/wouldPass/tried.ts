import type { Output } from '#contract/core/call.ts'
import type { wouldPass } from '#contract/trades/wouldPass.ts'

/** A card on which a charge was tried. */
export type Tried = Output<typeof wouldPass>['list'][number]
