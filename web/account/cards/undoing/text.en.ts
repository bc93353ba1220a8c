import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const undoing = {
  frozen: '···· {{lastFour}} frozen',
  unfrozen: '···· {{lastFour}} unfrozen',
  many: {
    frozen_one: '{{count}} card frozen',
    frozen: '{{count}} cards frozen',
    unfrozen_one: '{{count}} card unfrozen',
    unfrozen: '{{count}} cards unfrozen',
  },
  pending: '{{total}} is authorized and may still be captured',
  recurring: 'the next charge from {{merchants}} will be declined',
  moved_one: '{{count}} card moved',
  moved: '{{count}} cards moved',
  tagged_one: '{{count}} card tagged “{{name}}”',
  tagged: '{{count}} cards tagged “{{name}}”',
  untagged_one: 'Tag “{{name}}” removed from {{count}} card',
  untagged: 'Tag “{{name}}” removed from {{count}} cards',
} satisfies Same<typeof cn.undoing>
