import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const notices = {
  board: 'Notices',
  all: 'All notices',
  none: 'No notices',
  gotIt: 'Got it',
  contact: {
    title: 'Customer service',
    scan: 'Scan to reach us',
    channel: 'Official channel',
    channelText: 'Product news and maintenance announcements',
    open: 'Open the channel',
    hours: 'Hours',
    chat: 'Live chat is available at the bottom right of the page',
  },
  agreement: {
    title: '{{title}}: version {{version}}',
    text: 'Read and accept the new version to continue.',
    accept: 'I have read and accept it',
    refuse: 'Decline and sign out',
  },
} satisfies Same<typeof cn.notices>
