import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const guide = {
  next: 'Next',
  previous: 'Back',
  done: 'Get started',
  skip: 'Skip the tour',
  step: {
    welcome: 'Welcome to Kaika',
    home: 'Overview',
    shop: 'Rate Plan',
    finance: 'Funding Center',
    card: 'My Cards',
    personal: 'Personal Center',
  },
  text: {
    welcome: 'A one-minute tour: top up, open a card, then manage everything in the card list.',
    subWelcome:
      'This is a sub-account and uses the parent account’s money. You can: {{actions}}. The parent account handles top-ups, rate plans and sub-accounts. If you need a permission or more budget, request it where you see the message.',
    home: 'Your balance, spending, decline rate and to-dos.',
    subHome: 'Your cards, your spending and your budget.',
    shop: 'Your plan sets opening fees, load fees and how many cards you can have.',
    finance: 'Top up here and see every transaction in your wallet.',
    card: 'Open, load and freeze cards, and see transactions and 3-D Secure codes.',
    personal: 'Set up Google verification and notifications, and check the operation log.',
  },
} satisfies Same<typeof cn.guide>
