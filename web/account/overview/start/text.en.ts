import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const start = {
  title: 'Getting started',
  lead: 'Four steps to your first purchase, about two minutes.',
  progress: '{{done}} of {{all}} done',
  done: 'Done',
  dismiss: 'Dismiss',
  around: 'Show me around',
  step: {
    topup: {
      title: 'Top up',
      text: 'USDT arrives in about two minutes. You can also use WeChat, Alipay or a bank transfer.',
      act: 'Top up',
    },
    open: {
      title: 'Open your first card',
      text: 'The cardholder and billing address are filled in. You see the price before you pay.',
      act: 'Open a card',
    },
    number: {
      title: 'See its number',
      text: 'Number, expiry and security code appear after a text message code.',
      act: 'See the number',
    },
    purchase: {
      title: 'Make your first purchase',
      text: 'Pay with the number at any merchant. The authorization appears here immediately.',
      textTest: 'Pay with this card at a simulated merchant. The authorization appears here immediately.',
      act: 'Try a test purchase',
    },
  },
  optional: 'Optional',
  google: 'Set up Google verification',
  identity: 'Verify your identity for higher top-up limits',
} satisfies Same<typeof cn.start>
