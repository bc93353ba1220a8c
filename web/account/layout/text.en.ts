import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const layout = {
  lost: {
    notFound: 'Page not found',
    notFoundText: 'The page may have moved, or the address may contain a typo.',
    noPermission: 'No access',
    noPermissionText: 'You don’t have access to this page. Ask the parent account or customer service.',
    goHome: 'Back to home',
    goSignIn: 'Go to sign-in',
    goSignOut: 'Sign out',
    askParent: 'Ask the parent account',
  },
  search: 'Search cards, transactions and pages (Ctrl K)',
  menu: 'Menu',
  openMenu: 'Open menu',
  skip: 'Skip to content',
  signOut: 'Sign out',
  rightsChanged: 'Your permissions have changed',
  avatar: 'Account menu',
  recharge: 'Recharge',
  account: 'Personal account',
  balance: 'Balance',
  plan: 'Plan',
  recentErrors: 'Recent errors ({{count}})',
  recentErrorsTitle: 'Recent errors',
  forgetErrors: 'Clear list',
  myNotices: 'My notices ({{count}} unread)',
  contact: 'Online Customer Service',
  debt: {
    title: 'Amount owed',
    owed: 'You owe {{amount}}.',
    why: {
      receivable: 'A top-up was reversed, or a deleted card had a negative balance.',
      cards: 'Merchants charged more than your cards held.',
      both: 'A top-up was reversed or a deleted card had a negative balance, and merchants charged more than your cards held.',
    },
    next: 'You can’t open, load or withdraw from cards, or buy plans until it’s paid. Your next top-up pays it automatically.',
    sub: 'The main account owes money. You can’t open, load or withdraw from cards until it’s paid. Ask the account holder to top up.',
    topUp: 'Top up {{amount}}',
  },
  frozen: {
    title: 'Funds frozen',
    amount: '{{amount}} of your funds is frozen.',
    next: 'You can’t spend, load, withdraw or top up, and money that arrives is frozen too. Authorized purchases still settle. Contact customer service to appeal.',
    sub: 'The funds of the main account are frozen. You can’t spend or load cards for now. Ask the account holder.',
  },
  risk: {
    title: 'Risk',
    see: 'View declines',
    left_one: 'Now {{rate}}. {{count}} more counted decline will stop all cards.',
    left: 'Now {{rate}}. {{count}} more counted declines will stop all cards.',
    WARN: {
      title: 'Your decline rate is high.',
      next: 'Follow the advice for each decline, and remove frozen or low-balance cards from merchants.',
    },
    URGENT: {
      title: 'Your decline rate is close to the limit of {{limit}}.',
      next: 'Prevent charges that will fail: load the cards or remove them from merchants.',
    },
    STOP: {
      title: 'All cards are stopped.',
      figures: 'Your decline rate of {{rate}} was above {{limit}} ({{time}}).',
      next: 'Your money is safe and authorized purchases still settle. Check the reasons, then ask customer service to restore the account.',
    },
  },
} satisfies Same<typeof cn.layout>
